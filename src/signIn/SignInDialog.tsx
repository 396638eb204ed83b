import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useAuthProvider, useLogout, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import type { Credentials } from '../../authProvider/index.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const SignInForm = lazyComponent(() => import('./SignInForm.tsx').then((module) => module.SignInForm));

/** Opens over the current screen when the session has expired, so that unsaved input stays. */
export function SignInDialog({ isOpen }: { isOpen: boolean }) {
  const translate = useTranslate();
  const authProvider = useAuthProvider();
  const logout = useLogout();
  const signIn = async (credentials: Credentials) => {
    await authProvider?.login(credentials);
  };

  return (
    <Dialog open={isOpen} maxWidth="xs" fullWidth aria-labelledby="sign-in-title">
      <DialogTitle id="sign-in-title">{translate('signIn.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>{translate('signIn.expired')}</DialogContentText>
        <Suspense>{isOpen && <SignInForm onSubmit={signIn} />}</Suspense>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => logout()}>{translate('signIn.toPage')}</Button>
      </DialogActions>
    </Dialog>
  );
}
