import Close from '@mui/icons-material/Close';
import { Dialog, DialogTitle, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import type { Identity } from '../../authProvider/index.ts';

export interface AccountDialogProps {
  identity: Identity;
  isOpen: boolean;
  onClose: () => void;
}

interface Props extends Pick<AccountDialogProps, 'isOpen' | 'onClose'> {
  title: string;
  children: ReactNode;
}

export function AccountDialog({ title, isOpen, onClose, children }: Props) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open={isOpen} onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <IconButton
        aria-label={translate('form.close')}
        onClick={onClose}
        sx={{ position: 'absolute', top: (theme) => theme.spacing(1.5), right: (theme) => theme.spacing(1.5) }}
      >
        <Close />
      </IconButton>
      <DialogTitle id={id} sx={{ pr: 7 }}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  );
}
