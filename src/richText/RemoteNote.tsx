import { Alert, Button } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import type { Upload } from '../upload/queue.ts';
import { addressOf } from '../upload/remote.ts';
import { remotePictures } from './uploads/remotePictures.ts';
import { useLabel } from './useLabel.ts';

interface Props {
  editor: Editor;
  /** Imports under way or failed, which have rows of their own and are not counted here. */
  rows: readonly Upload[];
  onImport: (addresses: readonly string[]) => void;
}

/** Says that pictures of the text are on other sites, and offers to import them. */
export function RemoteNote({ editor, rows, onImport }: Props) {
  const label = useLabel();
  const all = useEditorState({ editor, selector: ({ editor: current }) => remotePictures(current.state.doc) });
  const told = rows.map(({ file }) => addressOf(file));
  const addresses = all.filter((address) => !told.includes(address));
  const count = { smart_count: addresses.length };
  if (addresses.length === 0) return null;
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ borderRadius: 0, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 16em' } }}
      action={
        <Button size="small" color="inherit" onClick={() => onImport(addresses)}>
          {label('importPictures', count)}
        </Button>
      }
    >
      {label('remote', count)}
    </Alert>
  );
}
