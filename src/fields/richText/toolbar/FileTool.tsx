import AttachFile from '@mui/icons-material/AttachFile';
import { TextField } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { allKinds } from '../../../upload/offered.ts';
import { UploadArea } from '../../../upload/UploadArea.tsx';
import type { Sent } from '../../../upload/way.ts';
import { nameOfFile } from '../../lists/fileName.ts';
import { isImageAddress } from '../html/links.ts';
import { insertSent } from '../uploads/insertSent.ts';
import { useLabel } from '../useLabel.ts';
import { ToolButton } from './ToolButton.tsx';
import { ToolDialog } from './ToolDialog.tsx';

/** Inserts a link to a file that is uploaded, chosen or at an address. */
export function FileTool({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <>
      <ToolButton name="file" hasPopup="dialog" open={open} onClick={() => setOpen(true)}>
        <AttachFile />
      </ToolButton>
      {open && <FileDialog editor={editor} onClose={close} />}
    </>
  );
}

function FileDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const label = useLabel();
  const [address, setAddress] = useState('');
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const url = address.trim();
  const isWrong = refused && !isImageAddress(url);
  const take = ({ url: there, name }: Sent) => {
    setAddress(there);
    setText((typed) => typed || (name ?? nameOfFile(there)));
  };
  const submit = () => {
    if (!isImageAddress(url)) return setRefused(true);
    insertSent(editor, { url, name: text.trim() || nameOfFile(url) || url, kind: 'document' });
    onClose();
  };
  return (
    <ToolDialog title={label('file')} submit={label('insert')} onSubmit={submit} onClose={onClose}>
      <UploadArea label={label('file')} kinds={allKinds} onSent={take}>
        <TextField
          label={label('fileAddress')}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={isWrong}
          helperText={label(isWrong ? 'imageWrong' : 'imageHelp')}
          required
          autoFocus
        />
      </UploadArea>
      <TextField label={label('linkText')} value={text} onChange={(event) => setText(event.target.value)} />
    </ToolDialog>
  );
}
