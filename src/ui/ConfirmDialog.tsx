import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { useAsyncAction } from './useToast.ts';

interface Props {
  title: string;
  hint: string;
  action: string;
  isDangerous?: boolean;
  isWide?: boolean;
  /** The button waits for it; what it throws is a toast, and the dialog stays. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

export function ConfirmDialog({ title, hint, action, isDangerous, isWide, onConfirm, onClose, children }: Props) {
  const translate = useTranslate();
  const id = useId();
  const { isBusy, run } = useAsyncAction();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth={isWide ? 'md' : 'xs'} fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText>{hint}</DialogContentText>
        {children}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('list.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isDangerous ? 'error' : 'primary'}
          loading={isBusy}
          onClick={() => run(onConfirm)}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
