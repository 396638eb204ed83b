import Close from '@mui/icons-material/Close';
import { Dialog, type DialogProps, DialogTitle, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';

interface Props extends Pick<DialogProps, 'maxWidth' | 'fullScreen'> {
  title: string;
  isOpen?: boolean;
  /** Undefined while something has to be done first: then it closes by its own buttons alone. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog with a button at its top right that closes it, as a click beside it does. */
export function ClosableDialog({ title, isOpen = true, onClose, children, ...size }: Props) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open={isOpen} {...(onClose && { onClose })} aria-labelledby={id} fullWidth {...size}>
      {onClose && (
        <IconButton
          aria-label={translate('form.close')}
          onClick={onClose}
          sx={{ position: 'absolute', top: (theme) => theme.spacing(1.5), right: (theme) => theme.spacing(1.5) }}
        >
          <Close />
        </IconButton>
      )}
      <DialogTitle id={id} sx={{ pr: 7 }}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  );
}
