import { expect, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

describeTestedDatabases('Slugs of contents', (server) => {
  const column = async (title: string, model = 'article') =>
    (await server.data('base.base/addColumn', { title, model })).id as number;
  const add = async (col_id: number, title: string, more = {}) =>
    (await server.data('base.content/addArticle', { title, col_id, status: 1, ...more })).id as number;
  const slugOf = async (id: number, model = 'article') => {
    const params = { model, id: 0, searchKey: '', ids: String(id) };
    const { data } = await server.data<{ data: { slug: string }[] }>('base.content/getContentList', params);
    return data[0]?.slug;
  };
  const seen = async (params: Record<string, string | number>) =>
    (await server.call<Record<string, unknown>>('site.content/read', params)).body;

  test('are made from the title’s pinyin, unique in their column, and free to choose', async () => {
    const [one, other] = [await column('slug one'), await column('slug two')];
    const first = await add(one, '明前龙井 2026');
    expect(await slugOf(first)).toBe('ming-qian-long-jing-2026');
    expect(await slugOf(await add(one, '明前龙井 2026'))).toBe('ming-qian-long-jing-2026-2');
    expect(await slugOf(await add(other, '明前龙井 2026'))).toBe('ming-qian-long-jing-2026');
    expect(await slugOf(await add(one, 'Own', { slug: 'my-tea' }))).toBe('my-tea');
    const taken = await server.call<Refused>('base.content/addArticle', { title: 'X', col_id: one, slug: 'my-tea' });
    expect(taken.body.data.errors).toHaveProperty('slug');
    const wrong = await server.call<Refused>('base.content/addArticle', { title: 'X', col_id: one, slug: 'A b' });
    expect(wrong.body.data.errors).toHaveProperty('slug');
    await server.data('base.content/editArticle', { id: first, title: '新的标题' });
    expect(await slugOf(first)).toBe('ming-qian-long-jing-2026');
    await server.data('base.content/editArticle', { id: first, slug: '' });
    expect(await slugOf(first)).toBe('xin-de-biao-ti');
  });

  test('the public site reads by column and slug; an old one answers with the new one named', async () => {
    const [col_id, next] = [await column('slug site'), await column('slug next')];
    const id = await add(col_id, 'Spring', { slug: 'spring' });
    expect(await seen({ col_id, slug: 'spring' })).toMatchObject({ data: { id, slug: 'spring', is_moved: 0 } });
    await server.data('base.content/editArticle', { id, slug: 'spring-2026' });
    expect(await seen({ col_id, slug: 'spring' })).toMatchObject({ data: { id, slug: 'spring-2026', is_moved: 1 } });
    await server.data('base.content/editArticle', { id, col_id: next });
    for (const slug of ['spring', 'spring-2026'])
      expect(await seen({ col_id, slug })).toMatchObject({
        data: { id, col_id: next, slug: 'spring-2026', is_moved: 1 },
      });
    const heir = await add(col_id, 'Heir', { slug: 'spring' });
    expect(await seen({ col_id, slug: 'spring' })).toMatchObject({ data: { id: heir, is_moved: 0 } });
    await server.data('base.content/editArticle', { id, status: 0 });
    expect((await seen({ col_id, slug: 'spring-2026' })).code).toBe(404);
    expect((await seen({ col_id: next, slug: 'spring-2026' })).code).toBe(404);
    expect((await seen({ col_id, slug: 'none' })).code).toBe(404);
    expect((await seen({ slug: 'spring' })).code).toBe(0);
  });

  test('a record that moves keeps its slug unless it is taken there, also with its whole column', async () => {
    const [from, to] = [await column('slug from'), await column('slug to')];
    const [a, b] = [await add(from, 'Same'), await add(from, 'Other')];
    const there = await add(to, 'Same');
    await server.data('base.content/editArticle', { id: a, col_id: to });
    expect([await slugOf(a), await slugOf(there)]).toEqual(['same-2', 'same']);
    await add(to, 'Other');
    await server.data('base.base/deleteColumn', { col_id: from, move_to: to });
    expect(await slugOf(b)).toBe(`other-${b}`);
  });

  test('records of the same title are numbered on, however many there are', async () => {
    const col_id = await column('slug many');
    const names: (string | undefined)[] = [];
    for (let n = 0; n < 30; n++) names.push(await slugOf(await add(col_id, 'Many')));
    expect(names).toEqual(['many', ...Array.from({ length: 29 }, (_, at) => `many-${at + 2}`)]);
  });

  test('a record from before gets one when it is saved', async () => {
    const col_id = await column('slug before');
    const id = await add(col_id, '旧文章');
    await server.database.db
      .updateTable('article' as never)
      .set({ slug: '' } as never)
      .where('id' as never, '=', id as never)
      .execute();
    await server.data('base.content/editArticle', { id, subtitle: 'x' });
    expect(await slugOf(id)).toBe('jiu-wen-zhang');
  });
});
