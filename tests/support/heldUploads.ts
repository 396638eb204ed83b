import { afterEach } from 'vitest';
import type { Sent, Way, WayOptions } from '../../src/upload/way.ts';

/** A file on its way. */
interface Held extends WayOptions {
  file: File;
  /** What is not said of it here is its address alone, by its name. */
  arrive(sent?: Partial<Sent>): void;
  fail(error: unknown): void;
}

/** A way whose files arrive, or fail, when the test says so. */
export function heldWay(): { held: Held[]; way: Way } {
  const held: Held[] = [];
  const way: Way = (file, options) =>
    new Promise((resolve, fail) => {
      const arrive = (sent?: Partial<Sent>) => resolve({ url: `/upload/${file.name}`, ...sent });
      held.push({ ...options, file, arrive, fail });
    });
  return { held, way };
}

/** In the place of `src/upload/sendFile.ts`. */
const all = heldWay();
/** What was given to it stands in `held` until the test is over. */
export const { held, way: sendFile } = all;
afterEach(() => void held.splice(0));
