import type { DataProvider, RaRecord } from 'ra-core';
import { type Entity, writableFields } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { type Kind, toIsoSeconds } from '../../contract/kinds.ts';
import { toStored } from '../../server/database/storage.ts';
import { type Database, generic } from '../../server/database/tables.ts';

let made = 0;

/** A value of each kind that every check lets through; `n` makes unique values differ. */
const values: Record<Kind, (field: Field, n: number) => unknown> = {
  text: (field, n) => (field.pattern?.includes('@') ? `a${n}@example.com` : textOf(field, n)),
  longtext: (_field, n) => `第一行\n第二行 ${n}`,
  html: (_field, n) => `<p style="text-indent:2em">正文 <strong>${n}</strong></p>`,
  slug: (_field, n) => `name-${n}`,
  password: (_field, n) => `a-long-password-${n}`,
  image: (_field, n) => `/upload/${n}.png`,
  file: (_field, n) => `https://example.com/${n}.zip`,
  choice: (field) => field.values?.[0],
  int: ({ max }, n) => (max ? n % (max + 1) : n),
  money: () => '12.50',
  ref: () => null,
  refs: () => [],
  flag: () => 1,
  bool: () => true,
  // A later field gets a later time, so that nothing ends before it begins.
  time: (_field, n) => toIsoSeconds(new Date(Date.UTC(2026, 1, 3) + n * 60_000)),
  images: () => [{ url: '/upload/a.png', title: '图', intro: '', sort: 1 }],
  files: () => [{ title: '附件', url: '/upload/a.zip', size: 10, ext: 'zip', extract_code: '' }],
  items: (field, n) => [itemOf(field, n)],
  params: () => ({}),
  json: () => ({ a: [1, '二'] }),
};

/** Values for fields of which the server accepts less than their kind allows. */
const fitting: Record<string, unknown> = {
  'role.columns': [],
  'role.field_limits': { article: { source: 'read' } },
};

const itemOf = ({ of = {} }: Field, n: number) =>
  Object.fromEntries(Object.entries(of).map(([name, field]) => [name, values[field.kind](field, n)]));

/** A text within the field's limits that its pattern, if it has one, allows. */
function textOf(field: Field, n: number): string {
  if (field.link) return `https://example.com/${n}`;
  if (field.pattern?.includes('-')) return field.pattern.includes('d{4}') ? '1990-02-03' : `1380000${1000 + n}`;
  if (field.pattern) return `1380000${1000 + n}`;
  return `名称 ${n}`.slice(0, field.max);
}

/**
 * Makes a draft of an entity with every field that a client may write. It first makes the records to which the draft
 * must refer.
 */
export async function draftOf(
  provider: DataProvider,
  entity: Entity,
  given: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const draft: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(writableFields(entity.fields))) {
    made++;
    if (name in given) draft[name] = given[name];
    else if (field.kind === 'ref' && field.required) draft[name] = (await make(provider, field.entity, field.where)).id;
    else draft[name] = fitting[`${entity.name}.${name}`] ?? values[field.kind](field, made);
  }
  return draft;
}

/**
 * Makes a record of the entity with this name.
 * @param database takes records that no call makes
 */
export async function make(
  provider: DataProvider,
  name = '',
  given: Record<string, unknown> = {},
  database?: Database,
): Promise<RaRecord> {
  const entity: Entity = entities[name as EntityName];
  if (entity.model === 'single') return firstRead(provider, entity);
  if (!entity.calls.create && database) return putIn(provider, entity, database);
  const data = await draftOf(provider, entity, given);
  const { data: created } = await provider.create(name, { data });
  return (await provider.getOne(name, { id: created.id })).data;
}

/** Inserts a record that only the server or the site's visitors write. */
async function putIn(provider: DataProvider, entity: Entity, database: Database): Promise<RaRecord> {
  const column = entity.model && (await make(provider, 'column', { model: entity.model }));
  const row: Record<string, unknown> = { ...(entity.isLog ? {} : { version: 1, update_time: '' }) };
  for (const [name, field] of Object.entries(entity.fields)) {
    made++;
    if (!field.virtual && !(name in row)) row[name] = toStored(field, values[field.kind](field, made));
  }
  const nobody = 'admin_id' in row && !entity.isLog ? { admin_id: null } : {};
  const { id } = await database.transaction((db) =>
    generic(db)
      .insertInto(entity.name)
      .values({ ...row, ...nobody, ...(column && { col_id: column.id, reply_admin_id: null }) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return (await provider.getOne(entity.name, { id: Number(id) })).data;
}

/** Reads a record that no call creates: the server makes it when its column is first read. */
async function firstRead(provider: DataProvider, entity: Entity): Promise<RaRecord> {
  const column = await make(provider, 'column', { model: entity.model });
  const { data } = await provider.getList(entity.name, { filter: { col_id: column.id } });
  return (await provider.getOne(entity.name, { id: data[0].id })).data;
}
