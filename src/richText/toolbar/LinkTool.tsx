import LinkIcon from '@mui/icons-material/Link';
import { Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { isLinkAddress } from '../html/links.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';
import { useLabel } from '../useLabel.ts';
import { AddressField, useAddress } from './AddressField.tsx';
import { DialogTool, type ToolDialogOf } from './DialogTool.tsx';
import { ToolDialog } from './ToolDialog.tsx';

/** Makes a link of the selected text, changes the one at the cursor, or inserts a new one with its text. */
export const LinkTool = ({ editor }: { editor: Editor }) => (
  <DialogTool editor={editor} name="link" icon={<LinkIcon />} changes="link" Dialog={LinkDialog} />
);

function LinkDialog({ editor, isNew, onClose }: ToolDialogOf) {
  const label = useLabel();
  const { target: targetBefore, ...before }: PreservedAttributes =
    (isNew ? undefined : editor.getAttributes('link').preserved) ?? {};
  const link = useAddress(isLinkAddress, before.href);
  const [text, setText] = useState('');
  const [newWindow, setNewWindow] = useState(targetBefore === '_blank');
  const needsText = isNew && editor.state.selection.empty;

  const submit = () => {
    if (!link.isRight) return link.refuse();
    const preserved = { ...before, href: link.url, ...(newWindow && { target: '_blank' }) };
    const marks = [{ type: 'link', attrs: { preserved } }];
    if (needsText) editor.commands.insertContent({ type: 'text', text: text.trim() || link.url, marks });
    else editor.chain().extendMarkRange('link').setMark('link', { preserved }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetMark('link').run();
    onClose();
  };
  return (
    <ToolDialog
      title={label('link')}
      submit={label(isNew ? 'insert' : 'apply')}
      onSubmit={submit}
      onClose={onClose}
      extra={!isNew && <Button onClick={remove}>{label('removeLink')}</Button>}
    >
      <AddressField of={link} label="linkAddress" help="linkHelp" wrong="linkWrong" />
      {needsText && (
        <TextField label={label('linkText')} value={text} onChange={(event) => setText(event.target.value)} />
      )}
      <FormControlLabel
        label={label('newWindow')}
        control={<Checkbox size="small" checked={newWindow} onChange={(event) => setNewWindow(event.target.checked)} />}
      />
    </ToolDialog>
  );
}
