import { vi } from 'vitest';
import { pollTimeoutMs } from './pollTimeout.ts';

/** Waits until a function no longer throws. @returns what it returns then */
export const waitForValue = <T>(read: () => T | Promise<T>): Promise<T> => vi.waitFor(read, { timeout: pollTimeoutMs });
