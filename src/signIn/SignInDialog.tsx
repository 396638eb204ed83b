import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useAuthProvider, useLogout, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import type { Credentials } from '../../authProvider/index.ts';
import { fullAdminName } from '../../contract/adminName.ts';
import { useIdentity } from '../auth/useMay.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const SignInForm = lazyComponent(() => import('./SignInForm.tsx').then((module) => module.SignInForm));

/** Opens over the current screen when the session has expired, so that unsaved input stays. */
export function SignInDialog({ isOpen }: { isOpen: boolean }) {
  const translate = useTranslate();
  const authProvider = useAuthProvider();
  const logout = useLogout();
  const identity = useIdentity();
  // While one views as somebody else, the identity is the other person's, so nobody is named.
  const known = identity && !identity.viewing ? identity : undefined;
  const signIn = async (credentials: Credentials) => {
    await authProvider?.login(credentials);
  };

  return (
    <Dialog open={isOpen} maxWidth="xs" fullWidth aria-labelledby="sign-in-title">
      <DialogTitle id="sign-in-title">{translate('signIn.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>
          {translate(known ? 'signIn.expiredOf' : 'signIn.expired', { name: known && fullAdminName(known) })}
        </DialogContentText>
        <Suspense>{isOpen && <SignInForm username={known?.username} onSubmit={signIn} />}</Suspense>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => logout()}>{translate('signIn.toPage')}</Button>
      </DialogActions>
    </Dialog>
  );
}
