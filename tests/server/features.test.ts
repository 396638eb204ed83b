import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { column } from '../../contract/entities/column.ts';
import { size } from '../../contract/entities/size.ts';
import { CallError, InvalidInput } from '../../server/core/errors.ts';
import { type Feature, featuresOf, type Hooks, registerFeatures } from '../../server/engine/hooks.ts';
import { features } from '../../server/features.ts';
import { type Refused, useServer } from '../support/server.ts';

const server = useServer();

interface Size {
  id: number;
  title: string;
  sort: number;
  version: number;
}

const save = (values: Record<string, unknown>) => server.call<Refused>('base.Size/addEditSize', values);
const added = (title: string) => server.data<{ id: number }>('base.Size/addEditSize', { title });
const listed = async (order = {}) => (await server.data<{ data: Size[] }>('base.Size/getSizeList', order)).data;

/** Until the test ends there are these features too, after all others. */
function useFeatures(...all: Feature[]): void {
  registerFeatures([...features, ...all]);
  onTestFinished(() => registerFeatures(features));
}

function addHooks(...all: Hooks[]): void {
  const isAbout: Feature['isAbout'] = ({ name }) => name === size.name;
  useFeatures(...all.map((hooks, at) => ({ name: `probe ${at}`, isAbout, ...hooks })));
}

test('a feature refuses writes of its entity, whatever call they come by, and of no other', async () => {
  const { id } = await added('大号');
  const { id: other } = await server.data<{ id: number }>('base.base/addColumn', { title: '新闻', model: 'article' });
  addHooks({
    mayWrite: async (_context, { event }) => {
      if (event !== 'create') throw new CallError('in_use');
    },
  });
  expect((await save({ id, title: '特大号' })).body).toMatchObject({ code: 0 });
  expect((await server.call('base.Size/deleteSize', { id })).body).toMatchObject({ code: 0 });
  const edited = await server.data('base.Bulk/edit', { entity: 'size', ids: [id], fields: { sort: 5 } });
  expect(edited).toMatchObject({ done: 0, failed: [{ id }] });
  await server.data('base.base/editColumn', { id: other, title: '消息' });
  await added('小号');
});

test('hooks add values, refuse them at their field, and follow the row in its transaction, one feature after another', async () => {
  const seen: string[] = [];
  addHooks(
    {
      beforeWrite: async (_context, { sent }) => ({ sort: 40 + String(sent.title).length }),
      afterWrite: async ({ db }, { id, changed, event }) => {
        const row = await db.selectFrom('size').select('sort').where('id', '=', id).executeTakeFirst();
        seen.push(`${event} ${row?.sort} ${changed.includes('sort')}`);
      },
    },
    {
      check: async (_context, { sent }) => {
        if (sent.title === '无') throw new InvalidInput({ title: { key: 'field_choice' } });
      },
      afterWrite: async (_context, { sent }) => {
        if (sent.title === '不行') throw new CallError('in_use');
        seen.push('second');
      },
    },
  );
  const { id } = await added('中号');
  expect(seen).toEqual(['create 42 true', 'second']);
  const refused = await save({ id, title: '无' });
  expect(Object.keys(refused.body.data.errors)).toEqual(['title']);
  expect((await save({ id, title: '不行' })).body).toMatchObject({ code: 0 });
  expect(await listed()).toContainEqual(expect.objectContaining({ id, title: '中号', sort: 42, version: 1 }));
});

test('a feature refuses what comes back from the recycle bin', async () => {
  const { id } = await server.data<{ id: number }>('base.base/addColumn', { title: '往事', model: 'article' });
  await server.data('base.base/deleteColumn', { col_id: id });
  const check: Hooks['check'] = async (_context, { before, sent }) => {
    if ({ ...before, ...sent }.title === '往事') throw new InvalidInput({ title: { key: 'field_choice' } });
  };
  useFeatures({ name: 'probe', isAbout: ({ name }) => name === column.name, check });
  const restored = await server.data('base.Recycle/restore', { entity: 'column', ids: [id] });
  expect(restored).toMatchObject({ done: 0, failed: [{ id }] });
});

test('a feature derives a field by SQL and changes the rows that are read', async () => {
  const { id } = await server.data<{ id: number }>('base.base/addColumn', { title: '横幅', model: 'article' });
  useFeatures({
    name: 'probe',
    isAbout: ({ name }) => name === column.name,
    derived: { total: () => sql`length(${sql.ref('column.title')})` },
    readable: async (_caller, _entity, rows) => {
      for (const row of rows) row.title = `“${row.title}”`;
    },
  });
  // The SQL of a list is compiled once: this order was not asked for before.
  const { data } = await server.data<{ data: unknown[] }>('base.base/getColumnList', { sort: 'title', order: 'desc' });
  expect(data).toContainEqual(expect.objectContaining({ id, title: '“横幅”', total: 2 }));
});

test('a field that the contract does not know is not derived, because nobody’s role could hide it', () => {
  expect(() => addHooks({ derived: { length: () => sql`1` } })).toThrow('size.length');
});

test('nor is one added to the rows that are read', async () => {
  await added('加大');
  addHooks({
    readable: async (_caller, _entity, rows) => {
      for (const row of rows) row.length = String(row.title).length;
    },
  });
  expect((await server.call('base.Size/getSizeList')).status).toBe(500);
});

test('each entity has its own features, in the order of the list', () => {
  const about = featuresOf(column).map(({ name }) => name);
  expect(about).toEqual(features.filter(({ isAbout }) => isAbout(column)).map(({ name }) => name));
  expect(about).toContain('columns');
  expect(about).not.toContain('oldSlugs');
});

test('before features are registered nothing is read or written, because a right would not be asked', async () => {
  vi.resetModules();
  const hooks = await import('../../server/engine/hooks.ts');
  expect(() => hooks.featuresOf(size)).toThrow('no features are registered');
});
