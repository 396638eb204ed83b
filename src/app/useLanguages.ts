import type { I18nProvider } from 'ra-core';
import { useMemo, useState } from 'react';
import { createI18nProvider } from '../../i18n/index.ts';
import { queryClient } from './queries.ts';

/**
 * Switches languages by another provider in place of the first: of one that switches itself ra-core makes everything
 * anew, and an open form would lose its tab.
 */
export function useLanguages(first: I18nProvider): I18nProvider {
  const [provider, setProvider] = useState(first);
  return useMemo(
    () => ({
      ...provider,
      changeLocale: async (locale: string) => {
        setProvider(await createI18nProvider(locale));
        // The back end may say some things in this language too.
        queryClient.invalidateQueries();
        // Were it done, ra-core would make everything anew.
        return new Promise<never>(() => {});
      },
    }),
    [provider],
  );
}
