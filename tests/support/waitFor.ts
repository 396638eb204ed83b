import { vi } from 'vitest';

/** What the work returns once it throws no more; as patient as `expect.poll` is (vitest.config.ts). */
export const waitFor = <T>(work: () => T | Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 30_000 });
