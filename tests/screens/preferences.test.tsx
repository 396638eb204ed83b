import { localStorageStore } from 'ra-core';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { savePreference } from '../../contract/calls/auth.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import type { Http } from '../../dataProvider/transport/http.ts';
import { createPreferences } from '../../src/services/preferences.ts';

/** A back end that keeps preferences of whoever is signed in, and may be away. */
function backEnd() {
  const kept: Record<number, Record<string, unknown>> = {};
  const at = { admin: 1, isAway: false, isSilent: false, delay: 0, refuses: '', sent: 0 };
  const call = async (call: Call, params?: Record<string, unknown>) => {
    if (at.delay) await new Promise((resolve) => setTimeout(resolve, at.delay));
    if (at.isAway || (at.isSilent && call.path !== savePreference.path)) throw new TypeError('Failed to fetch');
    if (at.refuses && params?.name === at.refuses) {
      at.sent++;
      throw new CallFailure('server', '', 400);
    }
    kept[at.admin] ??= {};
    const own = kept[at.admin] ?? {};
    if (call.path !== savePreference.path || !params)
      return Object.entries(own).map(([name, value]) => ({ name, value }));
    if (params.value === null) delete own[String(params.name)];
    else own[String(params.name)] = params.value;
    return undefined;
  };
  return { kept, at, http: { call } as unknown as Http };
}

/** The console as it is after a page load. */
function load({ http }: { http: Http }, hasFeature = true) {
  const local = localStorageStore('1', 'test');
  return createPreferences({ local, storage: localStorage, http, features: { has: () => hasFeature } });
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('what one sets is kept by the server, and shown by another browser', async () => {
  const server = backEnd();
  const here = load(server);
  await here.adopt(1);
  here.store.setItem('density', 'compact');
  here.store.setItem('article.listParams', { page: 3 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.kept[1]).toEqual({ density: 'compact' });
  localStorage.clear();
  const elsewhere = load(server);
  await elsewhere.adopt(1);
  expect(elsewhere.store.getItem('density')).toBe('compact');
});

it('whether the media library shows tiles or rows is one’s own too', async () => {
  const server = backEnd();
  const here = load(server);
  await here.adopt(1);
  here.store.setItem('media.view', 'list');
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.kept[1]).toEqual({ 'media.view': 'list' });
  server.at.admin = 2;
  await here.adopt(2);
  expect(here.store.getItem('media.view')).toBeUndefined();
});

it('what could not be sent before the page was left is sent after the next load', async () => {
  const server = backEnd();
  server.kept[1] = { density: 'roomy' };
  const before = load(server);
  await before.adopt(1);
  server.at.isAway = true;
  before.store.setItem('density', 'compact');
  await vi.advanceTimersByTimeAsync(1000);
  server.at.isAway = false;
  const after = load(server);
  await after.adopt(1);
  expect(after.store.getItem('density')).toBe('compact');
  expect(server.kept[1]).toEqual({ density: 'compact' });
});

it('B8: what is open in a new browser is added to what is open elsewhere, however late the server answers', async () => {
  const screen = (name: string) => ({ path: `/${name}`, address: `/${name}` });
  const server = backEnd();
  server.kept[1] = { 'tabs.open': [screen('media'), screen('recycle')] };
  server.at.delay = 5000;
  const preferences = load(server);
  const adopted = preferences.adopt(1);
  preferences.store.setItem('tabs.open', [screen('home')]);
  // Long after a change is sent where the server has answered.
  await vi.advanceTimersByTimeAsync(4000);
  expect(server.kept[1]['tabs.open']).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(20_000);
  await adopted;
  const all = [screen('media'), screen('recycle'), screen('home')];
  expect([preferences.store.getItem('tabs.open'), server.kept[1]['tabs.open']]).toEqual([all, all]);

  // The next load finds one more that was opened elsewhere, while one is closed and another moves on here.
  const moved = { path: '/media', address: '/media?page=2' };
  server.kept[1] = { 'tabs.open': [...all, screen('visitorLog')] };
  const next = load(server);
  const again = next.adopt(1);
  next.store.setItem('tabs.open', [moved, screen('home')]);
  await vi.advanceTimersByTimeAsync(20_000);
  await again;
  expect(server.kept[1]['tabs.open']).toEqual([moved, screen('home'), screen('visitorLog')]);
});

it('B8: while the server cannot tell what it has, nothing is put in its place', async () => {
  const server = backEnd();
  server.kept[1] = { 'tabs.open': [{ path: '/media', address: '/media' }] };
  server.at.isSilent = true;
  const preferences = load(server);
  await preferences.adopt(1);
  preferences.store.setItem('tabs.open', [{ path: '/home', address: '/home' }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.kept[1]['tabs.open']).toHaveLength(1);
  server.at.isSilent = false;
  preferences.store.setItem('density', 'compact');
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.kept[1]['tabs.open']).toHaveLength(2);
});

it('what the server refuses is not sent again', async () => {
  const server = backEnd();
  server.at.refuses = 'density';
  const preferences = load(server);
  await preferences.adopt(1);
  preferences.store.setItem('density', 'compact');
  await preferences.flush();
  preferences.store.setItem('theme', 'dark');
  await preferences.flush();
  await load(server).adopt(1);
  expect(server.at.sent).toBe(1);
  expect(server.kept[1]).toEqual({ theme: 'dark' });
});

it.each([true, false])(
  'another administrator in this browser has none of it (server keeps them: %s)',
  async (hasFeature) => {
    const server = backEnd();
    const preferences = load(server, hasFeature);
    await preferences.adopt(1);
    preferences.store.setItem('density', 'compact');
    preferences.store.setItem('theme', 'dark');
    await preferences.flush();
    preferences.release();
    server.at.admin = 2;
    await preferences.adopt(2);
    expect(preferences.store.getItem('density')).toBeUndefined();
    // Who has chosen no theme yet has the one that the sign-in was shown in.
    expect(preferences.store.getItem('theme')).toBe('dark');
    preferences.store.setItem('theme', 'light');
    await preferences.flush();
    preferences.release();
    server.at.admin = 1;
    await preferences.adopt(1);
    expect([preferences.store.getItem('density'), preferences.store.getItem('theme')]).toEqual(['compact', 'dark']);
  },
);
