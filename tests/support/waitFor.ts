import { vi } from 'vitest';
import { patience } from './patience.ts';

/** As `vi.waitFor`, with the patience of `expect.poll`. */
export const waitFor = <T>(work: () => T | Promise<T>): Promise<T> => vi.waitFor(work, { timeout: patience });
