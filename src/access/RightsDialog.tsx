import Close from '@mui/icons-material/Close';
import { Dialog, DialogContent, DialogTitle, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { useIsBelow } from '../ui/responsive.ts';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What answers a question about rights. It reads alone, so that any click beside it closes it. */
export function RightsDialog({ title, onClose, children }: Props) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth fullScreen={useIsBelow('sm')}>
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
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, minHeight: 320 }}>
        {children}
      </DialogContent>
    </Dialog>
  );
}
