import { beforeEach, expect, it, vi } from 'vitest';
import { findBackEnd } from '../../src/early/backEnd.ts';
import { holdLimits } from '../support/standIn.ts';

beforeEach(() => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'api-host', content: '__API_HOST__' });
  document.head.append(meta);
  return () => {
    meta.remove();
    vi.unstubAllGlobals();
  };
});

it('a config.json that does not come within 6 seconds cannot be read', async () => {
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const limits = holdLimits();
  const found = findBackEnd();
  expect(limits.set).toEqual([6000]);
  limits.pass();
  expect(await found).toBeUndefined();
});

const answering = (config: string) => vi.fn(async () => new Response(config));

it.each([
  ['is no JSON', '{ API_HOST: https://a.example }'],
  ['is a list', '[]'],
  ['spells the name otherwise', '{ "api_host": "https://a.example" }'],
  ['names no address', '{ "API_HOST": "a.example" }'],
  ['names a path', '{ "API_HOST": "https://a.example/api" }'],
  ['names a script', '{ "API_HOST": "javascript:alert(1)" }'],
])('a config.json that %s cannot be used, and nothing else is asked', async (_what, config) => {
  const fetch = answering(config);
  vi.stubGlobal('fetch', fetch);
  expect(await findBackEnd()).toBeUndefined();
  expect(fetch.mock.calls).toEqual([['/rTopAdmin/config.json', expect.anything()]]);
});

it('a config.json that names an address leads there', async () => {
  vi.stubGlobal('fetch', answering('{ "API_HOST": "https://a.example/" }'));
  expect(await findBackEnd()).toBe('https://a.example');
});
