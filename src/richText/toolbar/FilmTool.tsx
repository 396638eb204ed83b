import Movie from '@mui/icons-material/MovieOutlined';
import type { Editor } from '@tiptap/react';
import { kindOf } from '../../upload/callFor.ts';
import { insertSent } from '../uploads/insertSent.ts';
import { useLabel } from '../useLabel.ts';
import { DialogTool, type ToolDialogOf } from './DialogTool.tsx';
import { FileAddress, useFileAddress } from './FileAddress.tsx';
import { ToolDialog } from './ToolDialog.tsx';

const kinds = ['video', 'audio'] as const;

/** Inserts a film or a sound: one that is uploaded, chosen or at an address. */
export const FilmTool = ({ editor }: { editor: Editor }) => (
  <DialogTool editor={editor} name="film" icon={<Movie />} Dialog={FilmDialog} />
);

function FilmDialog({ editor, onClose }: ToolDialogOf) {
  const label = useLabel();
  const film = useFileAddress();
  const submit = () => {
    if (!film.isRight) return film.refuse();
    const kind = kindOf({ name: film.url, type: '' }) === 'audio' ? 'audio' : 'video';
    insertSent(editor, { url: film.url, kind });
    onClose();
  };
  return (
    <ToolDialog title={label('film')} submit={label('insert')} onSubmit={submit} onClose={onClose}>
      <FileAddress of={film} name="film" label="filmAddress" kinds={kinds} />
    </ToolDialog>
  );
}
