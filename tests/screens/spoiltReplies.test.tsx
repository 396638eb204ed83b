import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { agreement, autoConfig, systemConfig } from '../../contract/configScreens.ts';
import { createI18nProvider } from '../../i18n/index.ts';
import { App } from '../../src/app/App.tsx';
import { queryClient } from '../../src/app/queries.ts';
import { resources } from '../../src/resources/index.ts';
import { features, session } from '../../src/services/services.ts';
import { type Asker, recordAskers } from '../support/fuzz/askers.ts';
import { type SpoiltReply, spoilt, spoiltReply } from '../support/fuzz/mutate.ts';
import { saidToConsole } from '../support/jsdom.ts';
import { startServer } from '../support/server.ts';

/** The number of screens that are shown, each with other replies. */
const runs = Number(process.env.FUZZ_SCREENS || 8);
const seed = Number(process.env.FUZZ_SEED || 2026);
const paths = [
  ...['/home', agreement.screen, systemConfig.screen, autoConfig.screen],
  ...resources.flatMap(({ path }) => [path, `${path}/1`]),
];
let askers: Asker[];

beforeAll(async () => {
  // Loads the lazy parts of the console, so that no screen waits for them.
  await import('../../src/layout/Frame.tsx');
  await import('../../src/app/Screens.tsx');
  await import('../../src/home/Home.tsx');
  await import('../../src/screen/RecordPanel.tsx');
  const server = await startServer({ sampleSite: true });
  askers = await recordAskers(server);
  await server.stop();
});
afterAll(() => vi.unstubAllGlobals());

/** Spoils the reply to a call. If several recorded replies share a path, that of the requested model is used. */
function spoiltFor(url: string, body: unknown, { spoilings }: Pick<SpoiltReply, 'spoilings'>): Response {
  const path = url.replace('/api/', '').replace(/\?.*/, '');
  const model = typeof body === 'string' ? new URLSearchParams(body).get('model') : null;
  const own = askers.filter(({ call, name }) => call.path === path && !/ (create|update)$/.test(name));
  const asker = own.find(({ name }) => name.startsWith(`${model} `)) ?? own[0];
  const each = spoilings.map(({ place, ...rest }) => ({ place: place + path.length, ...rest }));
  // Only `data` is spoilt: the data provider handles the envelope, so more replies reach the screens.
  const { reply } = spoilt({ data: asker?.reply.data }, each) as { reply: { data?: unknown } | null };
  return Response.json({ code: 1, msg: '', data: reply?.data ?? null });
}

/** Shows a screen and waits until it has what it asks for. @returns whether it crashed */
async function crashes(path: string, spoiling: Pick<SpoiltReply, 'spoilings'>): Promise<boolean> {
  let waiting = 0;
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    waiting++;
    await Promise.resolve();
    waiting--;
    return spoiltFor(url, body, spoiling);
  });
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  features.learn(['list', 'ids', 'version', 'search', 'recycle', 'media', 'totp', 'config']);
  await session.begin('the-token');
  const element = <App i18nProvider={await createI18nProvider('zh')} />;
  const router = createMemoryRouter([{ path: '/rTopAdmin/*', element }], { initialEntries: [`/rTopAdmin${path}`] });
  render(<RouterProvider router={router} />);
  const isSettled = () => {
    expect([waiting, queryClient.isFetching(), document.querySelector('[data-shell]')]).toEqual([0, 0, null]);
  };
  // A reply may lead to further requests, so the screen counts as settled only after three rounds.
  for (let round = 0; round < 3; round++) {
    await waitFor(isSettled);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
  }
  expect(document.querySelector('main')).not.toBeNull();
  const hasCrashed = screen.queryByText('页面出错了') !== null;
  cleanup();
  act(() => session.end());
  return hasCrashed;
}

/** Spoils a good part of each reply. */
const many = fc
  .array(spoiltReply, { minLength: 3, maxLength: 4 })
  .map((replies) => ({ spoilings: replies.flatMap(({ spoilings }) => spoilings) }));

it('no screen crashes on spoilt replies', async () => {
  const shown = fc.asyncProperty(fc.constantFrom(...paths), many, async (path, spoiling) => {
    expect(await crashes(path, spoiling)).toBe(false);
    expect(saidToConsole()).toEqual([]);
  });
  await fc.assert(shown, { numRuns: runs, seed, endOnFailure: true });
}, 3_600_000);
