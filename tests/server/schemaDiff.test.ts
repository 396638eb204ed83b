import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../contract/call.ts';
import { type Entity, entity, log } from '../../contract/entity.ts';
import * as of from '../../contract/fields.ts';
import { entityList } from '../../contract/index.ts';
import { runMigrations } from '../../server/database/migrate.ts';
import { migrationSource } from '../../server/database/migrationSource.ts';
import { missingSchema, mistypedColumns, unusedColumns } from '../../server/database/schemaDiff.ts';
import { sqliteDialect } from '../../server/database/sqlite.ts';
import type { Tables } from '../../server/database/tables.ts';
import { describeEachDatabase } from '../support/server.ts';

const calls = { list: post('base.base/getNotes', { title: 'notes' }) };
const shared = { title: 'note', screen: '/notes', label: 'title' } as const;
/** A new entity with a field of each kind; a change of one that is there; a log. */
const note = entity('note', {
  ...shared,
  recycle: true,
  fields: {
    title: of.text(60, { required: true }),
    code: of.text(20, { unique: true }),
    url_name: of.slug('title'),
    body: of.html(),
    plain: of.longtext({ default: "it's \\ so" }),
    price: of.money({ default: '9.90' }),
    next_id: of.ref('size'),
    word: of.password(),
    picture: of.image(),
    paper: of.file(),
    kind: of.choice(['one', 'two']),
    step: of.choice([1, 2], { default: 2 }),
    amount: of.money(),
    count: of.int({ default: 3 }),
    category_id: of.ref('category', { required: true }),
    admin_id: of.ref('admin'),
    sizes: of.refs('size'),
    on: of.flag({ default: 1 }),
    starts: of.time(),
    pictures: of.images(),
    papers: of.files(),
    data: of.json<unknown>()(),
  },
  calls,
});
const size = entity('size', {
  ...shared,
  fields: { title: of.text(60), note: of.text(200), weight: of.int(), note_id: of.ref('note', { required: true }) },
  calls,
});
const seen = log('seen', { ...shared, fields: { title: of.text(60) }, calls });
const changed: Entity[] = [size, note, seen];
const times = { create_time: '2026-11-23T00:00:00Z', update_time: '2026-11-23T00:00:00Z' };

let folder: string;
let tables: Kysely<Tables>;
beforeAll(async () => {
  tables = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) });
  await runMigrations(tables);
  // Within the project, as what is written imports Kysely.
  const parent = join(import.meta.dirname, '../../.cache');
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(join(parent, 'migration-'));
});
afterAll(async () => {
  await tables.destroy();
  await rm(folder, { recursive: true, force: true });
});

test('the migrations make what the contract says: where they differ, npm run migration writes the one that is missing', async () => {
  expect(await missingSchema(tables, entityList)).toEqual([]);
  expect(await mistypedColumns(tables, entityList)).toEqual([]);
  expect(await mistypedColumns(tables, [entity('size', { ...shared, fields: { title: of.int() }, calls })])).toEqual([
    'size.title',
  ]);
  expect(await unusedColumns(tables, entityList)).toEqual([
    'media.stem',
    'admin.locked_until',
    'admin.password_time',
    'admin.must_change',
  ]);
});

test('tables, columns, lists of references and indexes that are missing are named', async () => {
  const [second, first, third] = await missingSchema(tables, changed);
  expect(first).toMatchObject({ table: 'note', isNew: true, lists: [{ table: 'note_sizes', references: 'size' }] });
  expect(first?.indexes.filter(({ isUnique }) => isUnique).map(({ columns }) => columns)).toEqual([
    ['code'],
    ['url_name'],
  ]);
  expect(second).toEqual({
    table: 'size',
    isNew: false,
    columns: [
      { name: 'note', type: 'string', default: '' },
      { name: 'weight', type: 'number' },
      { name: 'note_id', type: 'number', references: 'note', isRequired: true },
    ],
    indexes: [{ columns: ['note_id'], isUnique: false }],
    lists: [],
  });
  expect(third?.columns.map(({ name }) => name)).toEqual(['title', 'create_time']);
});

/** The written migration as a module. */
async function written(): Promise<Migration> {
  const helpers = join(import.meta.dirname, '../../server/database/migrations/columns.ts');
  const path = join(folder, `${crypto.randomUUID()}.ts`);
  await writeFile(path, migrationSource(await missingSchema(tables, changed)).replace('./columns.ts', helpers));
  return import(path);
}

describeEachDatabase('A written migration', (server) => {
  test('it makes all that was missing beside rows that are there, and its defaults hold', async () => {
    const { database } = server;
    const { id: size_id } = await server.data('base.Size/addEditSize', { title: 'L' });
    const { up } = await written();
    await database.transaction((db) => up(db));
    const { db } = database as unknown as { db: Kysely<Record<string, Record<string, unknown>>> };
    expect(await db.selectFrom('size').select(['note', 'weight', 'note_id']).executeTakeFirst()).toEqual({
      note: '',
      weight: null,
      note_id: null,
    });
    const category = { title: 'x', type: 'article', cid: null, ...times, sort: 0, version: 1 };
    const { id: category_id = 0 } =
      (await db.insertInto('category').values(category).returning('id').executeTakeFirst()) ?? {};
    const insert = (values: object) =>
      db
        .insertInto('note')
        .values({ ...values, ...times, category_id })
        .returningAll()
        .executeTakeFirstOrThrow();
    const { id: owner_id, ...row } = await insert({ title: 'first', url_name: 'first' });
    expect(row).toMatchObject({
      code: '',
      plain: "it's \\ so",
      kind: 'one',
      step: 2,
      price: 990,
      amount: null,
      count: 3,
      on: 1,
      starts: null,
      pictures: '[]',
      papers: '[]',
      data: null,
      admin_id: null,
      deleted_at: null,
      version: 1,
      sort: 0,
    });
    await db.insertInto('note_sizes').values({ owner_id, ref_id: size_id }).execute();
    await db.insertInto('seen').values({ title: 'x', create_time: times.create_time }).execute();

    // Empty texts, and records in the recycle bin, are no duplicates.
    await insert({ title: 'second', url_name: 'second', deleted_at: times.create_time });
    await insert({ title: 'third', url_name: 'second', code: 'A' });
    await expect(insert({ title: 'fourth', url_name: 'fourth', code: 'A' })).rejects.toThrow();
    await expect(insert({ title: 'fifth', url_name: 'first' })).rejects.toThrow();
    await expect(
      db
        .insertInto('note')
        .values({ title: 'sixth', ...times })
        .execute(),
    ).rejects.toThrow();
    if (database.kind === 'sqlite') expect(await missingSchema(database.db, changed)).toEqual([]);
  });
});
