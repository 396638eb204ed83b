import { useEffect, useId } from 'react';
import { uploads, useUploads } from './uploads.ts';

/**
 * The uploads of one component: they end when it goes away.
 * @returns `name`, under which the queue has them, and `rows`, as they are now
 */
export function useOwnUploads() {
  const name = useId();
  useEffect(() => () => uploads.end(name), [name]);
  return { name, rows: useUploads(name) };
}
