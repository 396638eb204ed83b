import type { I18nProvider } from 'ra-core';
import { AdminContext } from 'ra-ui-materialui';
import type { ComponentType } from 'react';
import { defaultLanguage } from '../../contract/languages.ts';
import { createI18nProvider } from '../../i18n/index.ts';
import { BackEndAbsent, ConfigUnreadable } from '../services/backEnd.ts';
import { basename, store } from '../services/services.ts';
import { darkTheme, lightTheme } from '../theme/index.ts';
import { Crashed } from '../ui/states/Crashed.tsx';
import type { EmptyStateProps } from '../ui/states/EmptyState.tsx';
import { orMissing } from '../ui/states/MissingPart.tsx';
import { NoBackEnd } from '../ui/states/NoBackEnd.tsx';

type Shown = ComponentType<Pick<EmptyStateProps, 'level'>>;

/** In the place of a console that could not start: why, and a reload. */
export async function startFailed(error: unknown) {
  const Shown = await orMissing<Pick<EmptyStateProps, 'level'>>(Promise.reject(error)).catch((unknown): Shown => {
    if (unknown instanceof ConfigUnreadable) return NoBackEnd;
    if (unknown instanceof BackEndAbsent) return (props) => <NoBackEnd {...props} host={unknown.message} />;
    reportError(unknown);
    return Crashed;
  });
  return <StartFailed Shown={Shown} i18nProvider={await messages()} />;
}

/** In the language that was chosen, if that can be had. */
const messages = () =>
  createI18nProvider(store.getItem('locale') ?? defaultLanguage).catch(() => createI18nProvider(defaultLanguage));

function StartFailed({ Shown, i18nProvider }: { Shown: Shown; i18nProvider: I18nProvider }) {
  const isDark = document.documentElement.dataset.theme === 'dark';
  return (
    <AdminContext
      basename={basename}
      i18nProvider={i18nProvider}
      theme={isDark ? darkTheme : lightTheme}
      darkTheme={null}
    >
      <Shown level={1} />
    </AdminContext>
  );
}
