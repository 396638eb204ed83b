import { type ComponentType, lazy, useState } from 'react';
import { orMissing } from './states/MissingPart.tsx';

/**
 * A component in a chunk of its own. Where the chunk is already here it is shown at once, without a fallback before it.
 * @param load resolves to the component
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  /** Fetches the chunk, once; after a failure, again. */
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
  const Lazy = lazy(async () => ({ default: await orMissing(fetch()) }));
  function Later(props: P) {
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Later, { fetch });
}
