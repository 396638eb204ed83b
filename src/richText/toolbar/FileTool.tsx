import AttachFile from '@mui/icons-material/AttachFile';
import { TextField } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { allKinds } from '../../upload/offered.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { nameOfFile } from '../../utils/files.ts';
import { insertSent } from '../uploads/insertSent.ts';
import { useLabel } from '../useLabel.ts';
import { DialogTool, type ToolDialogOf } from './DialogTool.tsx';
import { FileAddress, useFileAddress } from './FileAddress.tsx';
import { ToolDialog } from './ToolDialog.tsx';

/** Inserts a link to a file that is uploaded, chosen or at an address. */
export const FileTool = ({ editor }: { editor: Editor }) => (
  <DialogTool editor={editor} name="file" icon={<AttachFile />} Dialog={FileDialog} />
);

function FileDialog({ editor, onClose }: ToolDialogOf) {
  const label = useLabel();
  const file = useFileAddress();
  const [text, setText] = useState('');
  const nameIt = ({ url, name }: UploadResult) => setText((typed) => typed || (name ?? nameOfFile(url)));
  const submit = () => {
    if (!file.isRight) return file.refuse();
    insertSent(editor, { url: file.url, name: text.trim() || nameOfFile(file.url) || file.url, kind: 'document' });
    onClose();
  };
  return (
    <ToolDialog title={label('file')} submit={label('insert')} onSubmit={submit} onClose={onClose}>
      <FileAddress of={file} name="file" label="fileAddress" kinds={allKinds} onSent={nameIt} />
      <TextField label={label('linkText')} value={text} onChange={(event) => setText(event.target.value)} />
    </ToolDialog>
  );
}
