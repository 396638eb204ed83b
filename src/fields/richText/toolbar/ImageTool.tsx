import ImageOutlined from '@mui/icons-material/ImageOutlined';
import { TextField } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { UploadArea } from '../../../upload/UploadArea.tsx';
import { isImageAddress } from '../html/links.ts';
import type { Kept } from '../schema/kept.ts';
import { useLabel } from '../useLabel.ts';
import { ToolButton } from './ToolButton.tsx';
import { ToolDialog } from './ToolDialog.tsx';

const images = ['image'] as const;

/** Inserts an image by its address, or changes the selected one. */
export function ImageTool({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState(false);
  const active = useEditorState({ editor, selector: () => editor.isActive('image') });
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <>
      <ToolButton name="image" active={active} hasPopup="dialog" open={open} onClick={() => setOpen(true)}>
        <ImageOutlined />
      </ToolButton>
      {open && <ImageDialog editor={editor} isNew={!active} onClose={close} />}
    </>
  );
}

function ImageDialog({ editor, isNew, onClose }: { editor: Editor; isNew: boolean; onClose: () => void }) {
  const label = useLabel();
  const before: Kept = (isNew ? undefined : editor.getAttributes('image').kept) ?? {};
  const [address, setAddress] = useState(before.src ?? '');
  const [alt, setAlt] = useState(before.alt ?? '');
  const [refused, setRefused] = useState(false);
  const src = address.trim();
  const isWrong = refused && !isImageAddress(src);

  const submit = () => {
    if (!isImageAddress(src)) return setRefused(true);
    const kept = { ...before, src, alt: alt.trim() };
    if (isNew) editor.chain().insertContent({ type: 'image', attrs: { kept } }).run();
    else editor.commands.updateAttributes('image', { kept });
    onClose();
  };
  return (
    <ToolDialog title={label('image')} submit={label(isNew ? 'insert' : 'apply')} onSubmit={submit} onClose={onClose}>
      <UploadArea label={label('image')} kinds={images} onSent={({ url }) => setAddress(url)}>
        <TextField
          label={label('imageAddress')}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          error={isWrong}
          helperText={label(isWrong ? 'imageWrong' : 'imageHelp')}
          required
          autoFocus
        />
      </UploadArea>
      <TextField
        label={label('imageText')}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        helperText={label('imageTextHelp')}
      />
    </ToolDialog>
  );
}
