import { useEffect } from 'react';

/** The browser asks before the page is left or loaded again while this holds. */
export function useNoReload(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isHeld]);
}
