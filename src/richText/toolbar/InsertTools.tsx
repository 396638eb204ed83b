import AttachFile from '@mui/icons-material/AttachFile';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import LinkIcon from '@mui/icons-material/Link';
import Movie from '@mui/icons-material/MovieOutlined';
import { TextField } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import type { UploadResult } from '../../upload/transport.ts';
import { allKinds, kindOf } from '../../upload/uploadKinds.ts';
import { nameOfFile } from '../../utils/files.ts';
import { filmFrame, insertFrame } from '../films.ts';
import { PictureDialog } from '../pictures/PictureDialog.tsx';
import { insertFile } from '../uploads/uploadPlaceholders.ts';
import { useConfiguredHosts } from '../useConfiguredHosts.ts';
import { useLabel } from '../useLabel.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { type DialogProps, DialogTool, FileAddress, isWebAddress, ToolDialog, useAddress } from './ToolDialog.tsx';

export const LinkTool = ({ editor }: { editor: Editor }) => (
  <DialogTool editor={editor} name="link" icon={<LinkIcon />} changes="link" Dialog={LinkDialog} />
);

export const InsertTools = ({ editor }: { editor: Editor }) => (
  <>
    <LinkTool editor={editor} />
    {Object.entries(insertDialogs).map(([name, { icon: Icon, Dialog }]) => (
      <DialogTool
        key={name}
        editor={editor}
        name={name as keyof typeof insertDialogs}
        icon={<Icon />}
        changes={name === 'image' ? name : undefined}
        Dialog={Dialog}
      />
    ))}
  </>
);

const fileKind = (url: string) => kindOf({ name: url.replace(/[?#].*/, ''), type: '' });

/** A page of another site is no file, and plays only where its host has a player for it. */
const isFilmAddress = (url: string, hosts: readonly string[]) =>
  isWebAddress(url) && (url.startsWith('/') || fileKind(url) !== 'document' || filmFrame(url, hosts) !== undefined);

function FilmDialog({ editor, ...dialog }: DialogProps) {
  const label = useLabel();
  const hosts = useConfiguredHosts();
  const film = useAddress((url) => isFilmAddress(url, hosts));
  const more = hosts.length > 0 ? label('filmHosts', { hosts: hosts.join(label('comma')) }) : '';
  const texts = { help: 'filmHelp', wrong: 'filmWrong', more } as const;
  const submit = () => {
    const frame = filmFrame(film.url, hosts);
    if (frame) insertFrame(editor.view, frame);
    else insertFile(editor, { url: film.url, kind: fileKind(film.url) === 'audio' ? 'audio' : 'video' });
  };
  return (
    <ToolDialog name="film" address={film} onSubmit={submit} {...dialog}>
      <FileAddress address={film} tool="film" label="filmAddress" kinds={['video', 'audio']} texts={texts} />
    </ToolDialog>
  );
}

function FileDialog({ editor, ...dialog }: DialogProps) {
  const label = useLabel();
  const file = useAddress(isWebAddress);
  const [text, setText] = useState('');
  const suggestText = ({ url, name }: UploadResult) => setText((typed) => typed || (name ?? nameOfFile(url)));
  const submit = () =>
    insertFile(editor, { url: file.url, name: text.trim() || nameOfFile(file.url) || file.url, kind: 'document' });
  return (
    <ToolDialog name="file" address={file} onSubmit={submit} {...dialog}>
      <FileAddress address={file} tool="file" label="fileAddress" kinds={allKinds} onSent={suggestText} />
      <TextField label={label('linkText')} value={text} onChange={(event) => setText(event.target.value)} />
    </ToolDialog>
  );
}

/** Blocks that need a dialog: a part of `blockTools`. */
export const insertDialogs = {
  image: { icon: ImageOutlined, searchTerms: 'tp tupian zp zhaopian image picture photo', Dialog: PictureDialog },
  film: { icon: Movie, searchTerms: 'sp shipin yp yinpin video film sound audio embed', Dialog: FilmDialog },
  file: { icon: AttachFile, searchTerms: 'fj fujian wj wenjian file attachment download', Dialog: FileDialog },
} as const;
