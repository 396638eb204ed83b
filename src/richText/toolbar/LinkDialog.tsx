import { Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { useState } from 'react';
import { searchRecords } from '../../../contract/calls/console.ts';
import { features } from '../../services/services.ts';
import type { PreservedAttributes } from '../schema/preservedAttributes.ts';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { LinkField } from './LinkField.tsx';
import { AddressField, type DialogProps, isLinkAddress, ToolDialog, useAddress } from './ToolDialog.tsx';

const canSearch = () => features.has('search') && features.knows(searchRecords, 'linked');

const noFollow = 'nofollow';
const relOf = (rel = '') => rel.split(/\s+/).filter(Boolean);

export function LinkDialog({ editor, isNew, onClose }: DialogProps) {
  const label = useLabel();
  const before: PreservedAttributes = (isNew ? undefined : editor.getAttributes('link').preserved) ?? {};
  const link = useAddress(isLinkAddress, before.href);
  const [text, setText] = useState('');
  const [isNewWindow, setNewWindow] = useState(before.target === '_blank');
  const [isNoFollow, setNoFollow] = useState(relOf(before.rel).includes(noFollow));
  const needsText = isNew && editor.state.selection.empty;

  const submit = () => {
    const { target: _target, rel, ...others } = before;
    const rels = [...relOf(rel).filter((word) => word !== noFollow), ...(isNoFollow ? [noFollow] : [])];
    const preserved = {
      ...others,
      href: link.url,
      ...(isNewWindow && { target: '_blank' }),
      ...(rels.length > 0 && { rel: rels.join(' ') }),
    };
    const marks = [{ type: 'link', attrs: { preserved } }];
    if (needsText) editor.commands.insertContent({ type: 'text', text: text.trim() || link.url, marks });
    else editor.chain().extendMarkRange('link').setMark('link', { preserved }).run();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetMark('link').run();
    onClose();
  };
  const flag = (name: LabelKey, checked: boolean, change: (checked: boolean) => void) => (
    <FormControlLabel
      label={label(name)}
      control={<Checkbox size="small" checked={checked} onChange={(event) => change(event.target.checked)} />}
    />
  );
  return (
    <ToolDialog
      name="link"
      address={link}
      isNew={isNew}
      onSubmit={submit}
      onClose={onClose}
      extra={!isNew && <Button onClick={remove}>{label('removeLink')}</Button>}
    >
      {canSearch() ? (
        <LinkField address={link} onChosen={({ title }) => setText((typed) => typed || title)} />
      ) : (
        <AddressField address={link} label="linkAddress" help="linkHelp" wrong="linkWrong" />
      )}
      {needsText && (
        <TextField label={label('linkText')} value={text} onChange={(event) => setText(event.target.value)} />
      )}
      <div>
        {flag('newWindow', isNewWindow, setNewWindow)}
        {flag('nofollow', isNoFollow, setNoFollow)}
      </div>
    </ToolDialog>
  );
}
