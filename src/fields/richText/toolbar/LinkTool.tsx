import LinkIcon from '@mui/icons-material/Link';
import { Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { isLinkAddress } from '../html/links.ts';
import type { Kept } from '../schema/kept.ts';
import { useLabel } from '../useLabel.ts';
import { DialogTool, type ToolDialogOf } from './DialogTool.tsx';
import { ToolDialog } from './ToolDialog.tsx';

/** Makes a link of the selected text, changes the one at the cursor, or inserts a new one with its text. */
export const LinkTool = ({ editor }: { editor: Editor }) => (
  <DialogTool editor={editor} name="link" icon={<LinkIcon />} changes="link" Dialog={LinkDialog} />
);

function LinkDialog({ editor, isNew, onClose }: ToolDialogOf) {
  const label = useLabel();
  const { target: targetBefore, ...before }: Kept = (isNew ? undefined : editor.getAttributes('link').kept) ?? {};
  const [address, setAddress] = useState(before.href ?? '');
  const [text, setText] = useState('');
  const [newWindow, setNewWindow] = useState(targetBefore === '_blank');
  const [refused, setRefused] = useState(false);
  const needsText = isNew && editor.state.selection.empty;
  const href = address.trim();
  const isWrong = refused && !isLinkAddress(href);

  const submit = () => {
    if (!isLinkAddress(href)) return setRefused(true);
    const kept = { ...before, href, ...(newWindow && { target: '_blank' }) };
    const link = { type: 'link', attrs: { kept } };
    if (needsText) editor.commands.insertContent({ type: 'text', text: text.trim() || href, marks: [link] });
    else editor.chain().extendMarkRange('link').setMark('link', { kept }).run();
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
      <TextField
        label={label('linkAddress')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={isWrong}
        helperText={label(isWrong ? 'linkWrong' : 'linkHelp')}
        required
        autoFocus
      />
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
