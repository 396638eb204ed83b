import Movie from '@mui/icons-material/MovieOutlined';
import { TextField } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { kindOf } from '../../../upload/callFor.ts';
import { UploadArea } from '../../../upload/UploadArea.tsx';
import { isImageAddress } from '../html/links.ts';
import { insertSent } from '../uploads/insertSent.ts';
import { useLabel } from '../useLabel.ts';
import { ToolButton } from './ToolButton.tsx';
import { ToolDialog } from './ToolDialog.tsx';

const kinds = ['video', 'audio'] as const;

/** Inserts a film or a sound: one that is uploaded, chosen or at an address. */
export function FilmTool({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <>
      <ToolButton name="film" hasPopup="dialog" open={open} onClick={() => setOpen(true)}>
        <Movie />
      </ToolButton>
      {open && <FilmDialog editor={editor} onClose={close} />}
    </>
  );
}

function FilmDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const label = useLabel();
  const [address, setAddress] = useState('');
  const [refused, setRefused] = useState(false);
  const url = address.trim();
  const isWrong = refused && !isImageAddress(url);
  const submit = () => {
    if (!isImageAddress(url)) return setRefused(true);
    const kind = kindOf({ name: url, type: '' }) === 'audio' ? 'audio' : 'video';
    insertSent(editor, { url, kind });
    onClose();
  };
  return (
    <ToolDialog title={label('film')} submit={label('insert')} onSubmit={submit} onClose={onClose}>
      <UploadArea label={label('film')} kinds={kinds} onSent={(sent) => setAddress(sent.url)}>
        <TextField
          label={label('filmAddress')}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={isWrong}
          helperText={label(isWrong ? 'imageWrong' : 'imageHelp')}
          required
          autoFocus
        />
      </UploadArea>
    </ToolDialog>
  );
}
