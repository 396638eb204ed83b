import type { Page } from 'playwright-core';

export const api = (path: string) => (url: URL) => url.pathname === `/api/${path}`;

/** Answers a call in the place of the back end. */
export const answer = (page: Page, path: string, json: object) =>
  page.route(api(path), (route) => route.fulfill({ json }));

/** Lets the back end answer, and changes its data. */
export function change(page: Page, path: string, to: (data: Record<string, unknown>) => object): Promise<unknown> {
  return page.route(api(path), async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response, json: { ...body, data: to(body.data) } });
  });
}

/** Answers these as the records of a list. */
export const rowsOf = (page: Page, path: string, ...data: object[]) =>
  change(page, path, () => ({ data, total: data.length }));

/** Answers these as the contents there are. */
export const listOf = (page: Page, ...data: object[]) => rowsOf(page, 'base.content/getContentList', ...data);

/** Answers an item of the configuration as set. */
export const setSecret = (page: Page, name: string) =>
  change(page, 'base.Config/sysConfig', (items) =>
    (items as unknown as { en_name: string }[]).map((item) => (item.en_name === name ? { ...item, is_set: 1 } : item)),
  );

const desktop = { device: 'pc', browser: 'Chrome 141', os: 'Windows 10', ip: '203.0.113.5', user_agent: '' };

/** Answers three devices that one is signed in on. */
export const ownSessions = (page: Page) =>
  change(page, 'auth.auth/sessions', () =>
    [
      { ...desktop, current: true },
      { ...desktop, device: 'mobile', browser: 'Safari 18', os: 'iOS 18', ip: '198.51.100.23' },
      { ...desktop, device: 'spider', browser: '', os: '', ip: '2001:db8:85a3::8a2e:370:7334' },
    ].map((each, id) => ({ id, last_seen: '2026-10-16T01:00:00Z', ...each })),
  );

/** Answers two passkeys, of which one works elsewhere. */
export const ownPasskeys = (page: Page) =>
  change(page, 'auth.auth/passkeys', () => [
    { id: 2, title: 'iCloud', host: 'admin.example.com', create_time: '2026-10-16T01:00:00Z', last_used: null },
    {
      id: 1,
      title: 'Chrome 141 · Windows 10',
      host: '127.0.0.1',
      create_time: '2026-10-12T01:00:00Z',
      last_used: '2026-10-16T01:00:00Z',
    },
  ]);

/** Answers that every administrator has a second factor. */
export const factorIsOn = (page: Page) =>
  change(page, 'base.admin/getAdminList', (told) => ({
    ...told,
    data: (told.data as object[]).map((each) => ({ ...each, totp: 1 })),
  }));

/** Answers a rule that guards nothing, and two that are missing. */
export async function strayRules(page: Page): Promise<void> {
  const stray = { id: 9999, title: '旧版入口', path: '/oldEntry', pid: null, show: true, guards: 'nothing', sort: 0 };
  const missing = [
    { title: '新增栏目', path: 'base.base/addColumn', parent: '/columnList' },
    { title: '删除友情链接', path: 'base.base/deleteNav', parent: '/navList' },
  ];
  await answer(page, 'base.admin/getMissingRules', { code: 1, msg: '', data: missing });
  await change(page, 'base.admin/getRuleList', (rules) => [
    { ...stray, version: 1, sunList: [] },
    ...(rules as unknown as object[]),
  ]);
}
