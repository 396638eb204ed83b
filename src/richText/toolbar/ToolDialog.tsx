import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { FormEvent, ReactNode } from 'react';
import { useLabel } from '../useLabel.ts';

interface ToolDialogProps {
  title: string;
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
  /** A further action, at the left. */
  extra?: ReactNode;
  children: ReactNode;
}

/** A small form of its own above the page's form. */
export function ToolDialog({ title, submit, onSubmit, onClose, extra, children }: ToolDialogProps) {
  const label = useLabel();
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React hands a dialog's events to the form that it was opened from.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="xs"
      disableRestoreFocus
      slotProps={{ paper: { 'aria-label': title } }}
    >
      <form onSubmit={send} noValidate>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>{children}</DialogContent>
        <DialogActions>
          {extra}
          <Button onClick={onClose} sx={{ ml: 'auto' }}>
            {label('cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
