import ImageOutlined from '@mui/icons-material/ImageOutlined';
import { TextField } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';
import { useLabel } from '../useLabel.ts';
import { DialogTool, type ToolDialogOf } from './DialogTool.tsx';
import { FileAddress, useFileAddress } from './FileAddress.tsx';
import { ToolDialog } from './ToolDialog.tsx';

const images = ['image'] as const;

/** Inserts an image by its address, or changes the selected one. */
export const ImageTool = ({ editor }: { editor: Editor }) => (
  <DialogTool editor={editor} name="image" icon={<ImageOutlined />} changes="image" Dialog={ImageDialog} />
);

function ImageDialog({ editor, isNew, onClose }: ToolDialogOf) {
  const label = useLabel();
  const before: PreservedAttributes = (isNew ? undefined : editor.getAttributes('image').preserved) ?? {};
  const image = useFileAddress(before.src);
  const [alt, setAlt] = useState(before.alt ?? '');

  const submit = () => {
    if (!image.isRight) return image.refuse();
    const preserved = { ...before, src: image.url, alt: alt.trim() };
    if (isNew) editor.chain().insertContent({ type: 'image', attrs: { preserved } }).run();
    else editor.commands.updateAttributes('image', { preserved });
    onClose();
  };
  return (
    <ToolDialog title={label('image')} submit={label(isNew ? 'insert' : 'apply')} onSubmit={submit} onClose={onClose}>
      <FileAddress of={image} name="image" label="imageAddress" kinds={images} />
      <TextField
        label={label('imageText')}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        helperText={label('imageTextHelp')}
      />
    </ToolDialog>
  );
}
