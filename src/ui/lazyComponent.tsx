import ExtensionOff from '@mui/icons-material/ExtensionOffOutlined';
import { useTranslate } from 'ra-core';
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { ini } from '../../contract/calls/auth.ts';
import { lateTexts } from '../../i18n/index.ts';
import { connection, http } from '../services/services.ts';
import { useConnection } from './Connection.tsx';
import { EmptyState, type EmptyStateProps, ReloadButton, ToList } from './states/EmptyState.tsx';

/**
 * A component in a chunk of its own. If the chunk is already loaded, it is rendered at once, without the fallback.
 * @param load resolves to the component
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const fetch = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  // React keeps a failure for good, so the next one that is mounted gets another.
  const renew = () => {
    Lazy = lazy(async () => ({ default: await orMissing(fetch(), renew) }));
  };
  let Lazy: ComponentType<P>;
  renew();
  function LazyComponent(props: P) {
    const [Component] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(LazyComponent, { fetch });
}

/** For a component whose texts are in `late.ts`. */
export const withTexts = async <P,>(part: Promise<ComponentType<P>>): Promise<ComponentType<P>> =>
  (await Promise.all([part, lateTexts()]))[0];

const missing = new WeakSet<object>();

// Vite dispatches this for each chunk that could not be loaded (vite.dev, "Load Error Handling").
window.addEventListener('vite:preloadError', (event) => {
  missing.add(event.payload);
  // If the back end answers, only the chunk is gone: there is a newer build.
  http.call(ini).then(connection.outdated, () => undefined);
});

/** Replaces a chunk that could not be loaded by a component that says so, so that nothing crashes. */
export function orMissing<P>(part: Promise<ComponentType<P>>, onUnmount?: () => void): Promise<ComponentType<P>> {
  return part.catch((error) => {
    if (!missing.has(error)) throw error;
    // It ignores the chunk's other properties.
    return function Missing(props: P & Props) {
      useEffect(() => onUnmount, []);
      return <MissingPart {...props} />;
    } as ComponentType<P>;
  });
}

interface Props extends Pick<EmptyStateProps, 'level'> {
  onClose?: () => void;
}

function MissingPart({ onClose, level }: Props) {
  const translate = useTranslate();
  const { line, isOutdated } = useConnection();
  return (
    <EmptyState
      icon={ExtensionOff}
      role="alert"
      level={level}
      title={translate('pages.missingPart')}
      hint={translate(isOutdated ? 'connection.outdated' : 'pages.missingPartHint')}
    >
      <ReloadButton disabled={line === 'offline'} />
      {onClose && <ToList onClose={onClose} />}
    </EmptyState>
  );
}
