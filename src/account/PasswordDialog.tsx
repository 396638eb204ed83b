import { DialogContent } from '@mui/material';
import { useTranslate } from 'ra-core';
import { AccountDialog, type AccountDialogProps } from './AccountDialog.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Changes one's own password. */
export function PasswordDialog({ isOpen, onClose }: AccountDialogProps) {
  const translate = useTranslate();
  return (
    <AccountDialog title={translate('password.title')} isOpen={isOpen} onClose={onClose}>
      <DialogContent>{isOpen && <PasswordForm onSaved={onClose} />}</DialogContent>
    </AccountDialog>
  );
}
