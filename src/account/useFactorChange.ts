import { useQueryClient } from '@tanstack/react-query';
import { authProvider } from '../services/services.ts';
import { useToast } from '../ui/useToast.ts';
import { sessionsKey } from './SessionsDialog.tsx';

export const passkeysKey = ['passkeys'];

/** After a second factor is set up or removed, which ends all other sessions. @param message an i18n key */
export function useFactorChange() {
  const toast = useToast();
  const queries = useQueryClient();
  return async (message: string) => {
    toast.success(message);
    authProvider.forgetIdentity();
    await Promise.all(
      [['auth', 'getIdentity'], sessionsKey, passkeysKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}
