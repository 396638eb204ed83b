import { expect, test } from 'vitest';
import { describeTestedDatabases } from '../support/server.ts';

type Single = { id: number; title: string; content: string; col_id: number; version: number };

describeTestedDatabases('A single page', (server) => {
  const column = async (title: string, model = 'single') =>
    (await server.data('base.base/addColumn', { title, model })).id;
  const open = (id: number) => server.data<Single>('base.content/getContentList', { model: 'single', id });
  const all = () => server.data<{ total: number; data: Single[] }>('base.content/getContentList', { model: 'single' });

  test('is made empty when it is first read, with the title of its column, and once', async () => {
    const id = await column('About us');
    const first = await open(id);
    expect(first).toMatchObject({ col_id: id, title: 'About us', content: '', status: 0, version: 1 });
    expect(await open(id)).toEqual(first);
  });

  test('is made once also where ten read it first at the same time', async () => {
    const id = await column('At once');
    const before = (await all()).total;
    const pages = await Promise.all(Array.from({ length: 10 }, () => open(id)));
    expect(new Set(pages.map((page) => page.id)).size).toBe(1);
    expect((await all()).total).toBe(before + 1);
  });

  test('is edited like any record', async () => {
    const { id, version } = await open(await column('Edited'));
    expect(await server.data('base.content/editSingle', { id, version, content: '<p>Hi</p>' })).toEqual({
      id,
      version: 2,
    });
    const { body } = await server.call('base.content/editSingle', { id, version, content: '<p>Late</p>' });
    expect(body).toMatchObject({ code: 409, data: { current: { content: '<p>Hi</p>' } } });
  });

  test('stands in the list of all single pages without its content', async () => {
    const { id } = await open(await column('Listed'));
    const row = (await all()).data.find((page) => page.id === id);
    expect(row).toMatchObject({ title: 'Listed', column_title: 'Listed' });
    expect(row).not.toHaveProperty('content');
  });

  test('does not come into being for a column of another model, nor for none', async () => {
    const articles = await column('Articles', 'article');
    for (const id of [articles, 4711]) {
      const { body } = await server.call('base.content/getContentList', { model: 'single', id });
      expect(body.code).toBe(404);
    }
  });

  test('cannot be moved to another column by an edit', async () => {
    const { id } = await open(await column('Stays'));
    const { body } = await server.call('base.content/editSingle', { id, col_id: await column('Elsewhere') });
    expect(body).toMatchObject({ code: 0, data: { errors: { col_id: '没有这个参数' } } });
  });
});
