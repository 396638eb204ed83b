import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { authProvider } from '../services/services.ts';
import { GatePage } from './GatePage.tsx';
import { PasswordForm } from './PasswordForm.tsx';

export function FirstPassword() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const enter = async () => {
    // To read `must_change` again.
    authProvider.forgetIdentity();
    await queries.resetQueries({ queryKey: ['auth'] });
  };
  return (
    <GatePage title={translate('password.title')} hint={translate('password.first')}>
      <PasswordForm onSaved={enter} />
    </GatePage>
  );
}
