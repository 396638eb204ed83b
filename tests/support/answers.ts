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

/** Answers these as the contents there are. */
export const listOf = (page: Page, ...data: object[]) =>
  change(page, 'base.content/getContentList', () => ({ data, total: data.length }));
