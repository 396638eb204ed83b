import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ComponentProps, type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import type { MediaKind } from '../../../contract/uploadTypes.ts';
import type { UploadResult } from '../../upload/transport.ts';
import { UploadArea } from '../../upload/UploadArea.tsx';
import { type LabelKey, useLabel } from '../useLabel.ts';
import { ToolButton } from './ToolBar.tsx';

export interface DialogProps {
  editor: Editor;
  /** Whether the dialog inserts something new, and does not change the selection. */
  isNew: boolean;
  onClose: () => void;
}

interface DialogToolProps {
  editor: Editor;
  name: LabelKey;
  icon: ReactNode;
  /** The node or mark that the dialog changes where one is selected. */
  changes?: string;
  Dialog: ComponentType<DialogProps>;
}

/** A tool that opens a dialog. Closing the dialog brings the focus back into the text. */
export function DialogTool({ editor, name, icon, changes, Dialog }: DialogToolProps) {
  const [open, setOpen] = useState(false);
  const active = useEditorState({ editor, selector: () => (changes ? editor.isActive(changes) : undefined) });
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <>
      <ToolButton name={name} active={active} hasPopup="dialog" open={open} onClick={() => setOpen(true)}>
        {icon}
      </ToolButton>
      {open && <Dialog editor={editor} isNew={!active} onClose={close} />}
    </>
  );
}

interface ToolDialogProps extends Omit<DialogProps, 'editor'> {
  name: LabelKey;
  address: Address;
  onSubmit: () => void;
  extra?: ReactNode;
  children: ReactNode;
}

export function ToolDialog({ name, address, isNew, onSubmit, onClose, extra, children }: ToolDialogProps) {
  const label = useLabel();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles a dialog's events to the form that it was opened from.
    event.stopPropagation();
    if (!address.isValid) return address.refuse();
    onSubmit();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      disableRestoreFocus
      slotProps={{ paper: { 'aria-label': label(name) } }}
    >
      <form onSubmit={handleSubmit} noValidate>
        <DialogTitle>{label(name)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>{children}</DialogContent>
        <DialogActions>
          {extra}
          <Button onClick={onClose} sx={{ ml: 'auto' }}>
            {label('cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {label(isNew ? 'insert' : 'apply')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Address = ReturnType<typeof useAddress>;

/** The state of an address field. The address counts as wrong, and not only as incomplete, once it was refused. */
export function useAddress(validate: (text: string) => boolean, initial = '') {
  const [typed, setTyped] = useState(initial);
  const [isRefused, setRefused] = useState(false);
  const url = typed.trim();
  const isValid = validate(url);
  return { typed, setTyped, url, isValid, isWrong: isRefused && !isValid, refuse: () => setRefused(true) };
}

interface AddressFieldProps {
  address: Address;
  label: LabelKey;
  help: LabelKey;
  wrong: LabelKey;
  /** Appended to `help` or `wrong`. */
  more?: string;
}

export function AddressField({ address, label: name, help, wrong, more = '' }: AddressFieldProps) {
  const label = useLabel();
  return (
    <TextField
      label={label(name)}
      value={address.typed}
      onChange={(event) => address.setTyped(event.target.value)}
      error={address.isWrong}
      helperText={label(address.isWrong ? wrong : help) + more}
      required
      autoFocus
    />
  );
}

interface FileAddressProps extends Pick<AddressFieldProps, 'address' | 'label'> {
  tool: LabelKey;
  kinds: readonly MediaKind[];
  onSent?: (sent: UploadResult) => void;
  several?: ComponentProps<typeof UploadArea>['several'];
  texts?: Pick<AddressFieldProps, 'help' | 'wrong' | 'more'>;
  /** Shows the file of the address beside the buttons. The address field is then below both. */
  shown?: ReactNode;
}

const anyFile = { help: 'addressHelp', wrong: 'addressWrong' } as const;

export function FileAddress(props: FileAddressProps) {
  const { address, tool, label: name, kinds, onSent, several, texts = anyFile, shown } = props;
  const label = useLabel();
  const take = (sent: UploadResult) => {
    address.setTyped(sent.url);
    onSent?.(sent);
  };
  const field = <AddressField address={address} label={name} {...texts} />;
  const area = { label: label(tool), kinds, onSent: take, several };
  return shown ? <UploadArea {...area} beside={shown} below={field} /> : <UploadArea {...area}>{field}</UploadArea>;
}

const hasNoSpace = (text: string) => !/\s/.test(text);

export const isWebAddress = (text: string): boolean => hasNoSpace(text) && /^(https?:\/\/[^/]|\/)/i.test(text);

export const isLinkAddress = (text: string): boolean =>
  isWebAddress(text) || (hasNoSpace(text) && /^(mailto:.|tel:.|#)/i.test(text));
