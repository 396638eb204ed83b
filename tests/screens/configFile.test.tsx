import { expect, it, onTestFinished, vi } from 'vitest';
import { findBackEnd } from '../../src/early/backEnd.ts';
import { holdLimits } from '../support/standIn.ts';

it('a config.json that does not come within 6 seconds cannot be read', async () => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'api-host', content: '__API_HOST__' });
  document.head.append(meta);
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  onTestFinished(() => {
    meta.remove();
    vi.unstubAllGlobals();
  });
  const limits = holdLimits();
  const found = findBackEnd();
  expect(limits.set).toEqual([6000]);
  limits.pass();
  expect(await found).toBeUndefined();
});
