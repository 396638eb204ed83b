import { act, screen, waitFor, within } from '@testing-library/react';
import { useStore } from 'ra-core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { discardDrafts, saveDraft } from '../../src/drafts/formDrafts.ts';
import { Layout } from '../../src/layout/Layout.tsx';
import { OpenScreens } from '../../src/layout/OpenScreens.tsx';
import { basename } from '../../src/services/services.ts';
import { show } from '../support/screen.tsx';

const numbers = Array.from({ length: 22 }, (_, at) => at + 1);
const entry = { icon: '', background: '', spread: false, model: '', children: [] };
const menu = numbers.map((id) => ({ ...entry, id, title: `页${id}`, path: `/s${id}` }));

beforeEach(() => {
  discardDrafts(1, basename);
  sessionStorage.clear();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 1, msg: '', data: menu })));
  return () => vi.unstubAllGlobals();
});

/** The tabs with 20 open screens, and links to two more. */
function Tabs() {
  const [open, store] = useStore<object[] | undefined>('tabs.open');
  useEffect(() => {
    store(numbers.slice(0, 20).map((id) => ({ path: `/s${id}`, address: `/s${id}` })));
  }, [store]);
  return (
    <>
      {open && <OpenScreens />}
      {[21, 22].map((id) => (
        <Link key={id} to={`${basename}/s${id}`}>{`到 ${id}`}</Link>
      ))}
    </>
  );
}
const tabs = () => within(screen.getByRole('navigation')).getAllByRole('link').slice(1);
const names = () => tabs().map(({ textContent }) => textContent?.replace(/\D/g, ''));
const write = (id: number) =>
  saveDraft({
    adminId: 1,
    path: `${basename}/s${id}/7`,
    resource: 'article',
    title: '',
    values: { title: '写了一半' },
  });

it('B8: one screen more than there is room for closes the oldest without unsaved text', async () => {
  for (const id of [1, 2, 4]) write(id);
  const { user } = await show(<Tabs />, { path: '/s20' });
  await waitFor(() => expect(tabs()).toHaveLength(20));
  await user.click(screen.getByText('到 21'));
  await waitFor(() => expect(names().at(-1)).toBe('21'));
  await user.click(screen.getByText('到 22'));
  await waitFor(() => expect(names().at(-1)).toBe('22'));
  expect(names()).toEqual(numbers.filter((id) => id !== 3 && id !== 5).map(String));
});

it('B8: none is closed where all hold unsaved text', async () => {
  for (const id of numbers) write(id);
  const { user } = await show(<Tabs />, { path: '/s20' });
  await waitFor(() => expect(tabs()).toHaveLength(20));
  await user.click(screen.getByText('到 21'));
  await waitFor(() => expect(names()).toEqual(numbers.slice(0, 21).map(String)));
});

it('day B1: closing the browser tab asks while it alone has the text of a form that was left', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await show(<Layout hasMenu={false}>{null}</Layout>);
  await waitFor(() => expect(asks()).toBe(false));
  act(() => write(1));
  await waitFor(() => expect(asks()).toBe(true));
  act(() => discardDrafts(1, `${basename}/s1/7`));
  await waitFor(() => expect(asks()).toBe(false));
});
