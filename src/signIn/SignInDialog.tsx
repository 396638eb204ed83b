import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useAuthProvider, useGetIdentity, useLogout, useTranslate } from 'ra-core';
import { useSession } from '../layout/useSession.ts';
import { homePath } from '../services.ts';
import { type Credentials, SignInForm } from './SignInForm.tsx';

/** Opens over the current screen when the poll finds the token dead; nothing typed behind it is lost. */
export function SignInDialog() {
  const translate = useTranslate();
  const authProvider = useAuthProvider();
  const logout = useLogout();
  const { identity } = useGetIdentity();
  const isOpen = useSession() === 'expired';

  const signIn = async (credentials: Credentials) => {
    const before = identity?.id;
    await authProvider?.login(credentials);
    const now = await authProvider?.getIdentity?.();
    // Another identity starts afresh: nothing of the first one's screen may stay (contract.md section 4).
    if (before !== undefined && now?.id !== before) window.location.assign(homePath);
  };

  return (
    <Dialog open={isOpen} maxWidth="xs" fullWidth aria-labelledby="sign-in-title">
      <DialogTitle id="sign-in-title">{translate('signIn.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>{translate('signIn.expired')}</DialogContentText>
        {isOpen && <SignInForm onSubmit={signIn} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => logout()}>{translate('signIn.toPage')}</Button>
      </DialogActions>
    </Dialog>
  );
}
