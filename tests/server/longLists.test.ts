import { type CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { insertRows } from '../support/insertRows.ts';
import { describeEachDatabase } from '../support/server.ts';

interface Row {
  id: number;
  title: string;
  sort: number;
  is_top: number;
  status: number;
  col_id: number;
}
interface Page {
  data: Row[];
  total: number;
}

const many = 6000;
const time = '2026-01-01T00:00:00Z';
/** A third hold `common`, those at the list's end hold `old` too, one in 1,000 holds `rare`, the first and last 600 hold `ends`. */
const titleOf = (n: number) =>
  [
    ...[`${n % 97} 第${n}期`, n % 3 === 0 && 'common', n < 1200 && 'old', n % 1000 === 7 && 'rare'],
    (n < 600 || n >= many - 600) && 'ends',
  ]
    .filter(Boolean)
    .join(' ');

describeEachDatabase('A long list', (server, kind) => {
  let columns: number[];
  let rows: Row[];
  const list = (params: Record<string, unknown> = {}) =>
    server.data<Page>('base.content/getContentList', { model: 'article', ...params });
  const ids = (page: Page) => page.data.map(({ id }) => id);
  const own = (one: Row, other: Row) => other.is_top - one.is_top || one.sort - other.sort || other.id - one.id;
  const pageOf = (found: Row[], page: number, limit = 10) =>
    found.slice((page - 1) * limit, page * limit).map(({ id }) => id);

  beforeAll(async () => {
    const add = async (title: string, pid?: number) =>
      (await server.data('base.base/addColumn', { title, model: 'article', pid })).id;
    const parent = await add('parent');
    columns = [parent, await add('child', parent), await add('other child', parent), await add('beside')];
    rows = Array.from({ length: many }, (_, n) => ({
      id: n + 1,
      title: titleOf(n),
      sort: n % 500 === 0 ? -1 : n % 400 === 0 ? 1 : 0,
      // More than the pages that are near.
      is_top: n % 5 === 1 ? 1 : 0,
      status: n % 5 === 0 ? 0 : 1,
      col_id: columns[n % 4] as number,
    }));
    await server.database.transaction(async (db) => {
      const system = { version: 1, create_time: time, update_time: time, publish_time: time };
      const articles = rows.map((row) => ({ ...row, ...system }));
      await insertRows(db, 'article', articles);
    });
    // PostgreSQL does not see ids that were given.
    if (kind === 'postgres')
      await sql`select setval(pg_get_serial_sequence('article', 'id'), ${many})`.execute(server.database.db);
  });

  test('counts what stands in the table, by any filter', async () => {
    const inTree = rows.filter(({ col_id }) => col_id !== columns[3]);
    expect((await list()).total).toBe(many);
    expect((await list({ status: 0 })).total).toBe(many / 5);
    expect((await list({ id: columns[0] })).total).toBe(inTree.length);
    expect((await list({ id: columns[0], status: 0 })).total).toBe(inTree.filter(({ status }) => status === 0).length);
    expect((await list({ is_top: 1 })).total).toBe(many / 5);
    expect((await list({ state: 'published' })).total).toBe(many - many / 5);
    expect((await list({ state: 'scheduled', id: columns[0] })).total).toBe(0);
  });

  test('B6: has the same far pages, what is pinned first, whatever was read before, in whichever order', async () => {
    const sorted = rows.toSorted(own);
    for (const page of [300, 301, 299, 600, 601, 55, 56, 300])
      expect(ids(await list({ page }))).toEqual(pageOf(sorted, page));
    const inTree = sorted.filter(({ col_id }) => col_id !== columns[3]);
    for (const page of [1, 200, 201, 450, 451])
      expect(ids(await list({ id: columns[0], page }))).toEqual(pageOf(inTree, page));
    // Titles begin with a number, and have another after 第.
    const numbersOf = ({ title }: Row) => title.match(/\d+/g)?.map(Number) ?? [];
    const byTitle = rows.toSorted((one, other) => {
      const [[first = 0, second = 0], [otherFirst = 0, otherSecond = 0]] = [numbersOf(one), numbersOf(other)];
      return otherFirst - first || otherSecond - second;
    });
    for (const page of [100, 101, 99]) {
      expect(ids(await list({ sort: 'title', order: 'desc', page }))).toEqual(pageOf(byTitle, page));
      expect(ids(await list({ sort: 'id', page }))).toEqual(pageOf(rows, page));
    }
  });

  describe('of a search', () => {
    const holding = (...words: string[]) =>
      rows.toSorted(own).filter(({ title }) => words.every((word) => title.includes(word)));
    test.each([['common'], ['old'], ['rare'], ['期'], ['第'], ['common old'], ['第59'], ['nowhere']])(
      'for %j is that of a scan, at its beginning, in its middle and at its end',
      async (searchKey) => {
        const found = holding(...searchKey.split(' '));
        const last = Math.max(1, Math.ceil(found.length / 10));
        for (const page of [1, Math.ceil(last / 2), last, last + 1]) {
          const read = await list({ searchKey, page });
          expect({ total: read.total, ids: ids(read) }).toEqual({ total: found.length, ids: pageOf(found, page) });
        }
        const drafts = found.filter(({ status, col_id }) => status === 0 && col_id !== columns[3]);
        const narrowed = await list({ searchKey, status: 0, id: columns[0] });
        expect({ total: narrowed.total, ids: ids(narrowed) }).toEqual({
          total: drafts.length,
          ids: pageOf(drafts, 1),
        });
        const byId = found.toSorted((one, other) => one.id - other.id);
        expect(ids(await list({ searchKey, sort: 'id', page: 2 }))).toEqual(pageOf(byId, 2));
      },
    );

    test('secure A9: reads, of the records between two groups of matches, no more than a bounded number at once', async () => {
      const few = holding('ends').toSorted((one, other) => one.id - other.id);
      const pageAt = (page: number) => list({ searchKey: 'ends', sort: 'id', page });
      expect(ids(await pageAt(60))).toEqual(pageOf(few, 60));
      const executed = vi.spyOn(server.database.db, 'executeQuery');
      onTestFinished(() => executed.mockRestore());
      for (const page of [61, 62, 120, 121, 61]) expect(ids(await pageAt(page))).toEqual(pageOf(few, page));
      // On PostgreSQL what the index finds is compared too, in a query that keeps nobody waiting.
      const compared = executed.mock.calls
        .map(([query]) => query as CompiledQuery)
        .filter(({ sql: text }) => text.includes('instr('));
      const isBounded = (value: unknown) => Number(value) > 1000 && Number(value) < 1300;
      if (kind === 'sqlite') expect(compared.length).toBeGreaterThan(1);
      for (const { parameters } of compared) expect(parameters.some(isBounded)).toBe(true);
    });

    test('for a text that many records hold offers the best names and the newest', async () => {
      const named = (await server.data('base.content/addArticle', { title: 'Common', col_id: columns[3] })).id;
      const begins = (await server.data('base.content/addArticle', { title: 'common ground', col_id: columns[3] })).id;
      const newest = rows.filter(({ title }) => title.includes('common')).slice(-6);
      const records = await server.data<Row[]>('base.Search/records', { q: 'common' });
      expect(records.map(({ id }) => id)).toEqual([named, begins, ...newest.map(({ id }) => id).reverse()]);
      for (const aid of [named, begins]) await server.data('base.content/deleteArticle', { aid });
    });
  });

  test('knows at once what a bulk change and a deletion changed', async () => {
    await list({ page: 300 });
    await server.data('base.content/deleteArticle', { aid: rows.at(-1)?.id });
    rows.pop();
    expect(await list({ page: 300 })).toMatchObject({
      total: many - 1,
      data: pageOf(rows.toSorted(own), 300).map((id) => ({ id })),
    });
    const child = columns[1] as number;
    const left = rows.filter(({ col_id }) => col_id !== child);
    await server.data('base.base/deleteColumn', { col_id: child, cascade: 1 });
    expect((await list()).total).toBe(left.length);
    expect((await list({ id: columns[0] })).total).toBe(left.filter(({ col_id }) => col_id !== columns[3]).length);
    const rare = left.filter(({ title }) => title.includes('rare'));
    expect(await list({ searchKey: 'rare' })).toMatchObject({ total: rare.length });
    expect(ids(await list({ page: 400 }))).toEqual(pageOf(left.toSorted(own), 400));
    const { total } =
      (await server.data<{ id: number; total: number }[]>('base.base/getAllColumnList')).find(
        ({ id }) => id === columns[3],
      ) ?? {};
    expect(total).toBe(left.filter(({ col_id }) => col_id === columns[3]).length);
  });
});
