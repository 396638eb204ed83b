import LinkOff from '@mui/icons-material/LinkOff';
import { type I18nProvider, useTranslate } from 'ra-core';
import { AdminContext } from 'ra-ui-materialui';
import type { ComponentType } from 'react';
import { defaultLanguage } from '../../contract/languages.ts';
import { createI18nProvider } from '../../i18n/index.ts';
import { BackEndAbsent, ConfigUnreadable } from '../services/backEnd.ts';
import { basename, store } from '../services/services.ts';
import { darkTheme, lightTheme } from '../theme/index.ts';
import { orMissing } from '../ui/lazyComponent.tsx';
import { Crashed } from '../ui/states/Crashed.tsx';
import { EmptyState, type EmptyStateProps, ReloadButton } from '../ui/states/EmptyState.tsx';

type State = ComponentType<Pick<EmptyStateProps, 'level'>>;

/** Rendered in place of a console that could not start: the reason, and a reload. */
export async function startFailed(error: unknown) {
  const State = await orMissing<Pick<EmptyStateProps, 'level'>>(Promise.reject(error)).catch((cause): State => {
    if (cause instanceof ConfigUnreadable) return NoBackEnd;
    if (cause instanceof BackEndAbsent) return (props) => <NoBackEnd {...props} host={cause.message} />;
    reportError(cause);
    return Crashed;
  });
  return <StartFailed State={State} i18nProvider={await messages()} />;
}

/** The messages are in the chosen language, or in the default one if those cannot be loaded. */
const messages = () =>
  createI18nProvider(store.getItem('locale') ?? defaultLanguage).catch(() => createI18nProvider(defaultLanguage));

function StartFailed({ State, i18nProvider }: { State: State; i18nProvider: I18nProvider }) {
  const isDark = document.documentElement.dataset.theme === 'dark';
  return (
    <AdminContext
      basename={basename}
      i18nProvider={i18nProvider}
      theme={isDark ? darkTheme : lightTheme}
      darkTheme={null}
    >
      <State level={1} />
    </AdminContext>
  );
}

interface Props extends Pick<EmptyStateProps, 'level'> {
  /** The host without a back end; undefined if `config.json` cannot be read or names no host. */
  host?: string;
}

/** Shown if no back end is known: the console does not guess whom to send a password to. */
function NoBackEnd({ level, host }: Props) {
  const translate = useTranslate();
  return (
    <EmptyState
      icon={LinkOff}
      role="alert"
      level={level}
      title={translate(host ? 'pages.noBackEnd' : 'pages.badConfig', { host })}
      hint={translate(host ? 'pages.noBackEndHint' : 'pages.badConfigHint', { host })}
    >
      <ReloadButton />
    </EmptyState>
  );
}
