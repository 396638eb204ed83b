import type { ComponentType } from 'react';
import { ini } from '../../../contract/calls/auth.ts';
import { connection, http } from '../../services.ts';
import { MissingPart } from './MissingPart.tsx';

const missing = new WeakSet<object>();

// Vite tells of each part of the script that could not be loaded (vite.dev, "Load Error Handling").
window.addEventListener('vite:preloadError', (event) => {
  missing.add(event.payload);
  // Where the back end answers, it is the part that is gone: the console was built anew.
  http.call(ini).then(connection.outdated, () => undefined);
});

/** In the place of a part of the console that could not be loaded, a face that says so: nothing crashes. */
export function orMissing<P>(part: Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  return part.catch((error) => {
    if (!missing.has(error)) throw error;
    return MissingPart as ComponentType<P>; // it takes what it can use of any part's properties
  });
}
