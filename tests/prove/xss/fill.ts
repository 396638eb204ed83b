import type { DataProvider } from 'ra-core';
import type { Entity } from '../../../contract/entity.ts';
import { type Field, type Fields, referencesOf } from '../../../contract/fields.ts';
import { type EntityName, entities, entityList, hasVersions } from '../../../contract/index.ts';
import type { Kind } from '../../../contract/kinds.ts';
import { bumpVersion } from '../../../server/database/dataVersion.ts';
import { toStored } from '../../../server/database/storage.ts';
import { type Database, type Db, generic, type Row } from '../../../server/database/tables.ts';
import { draftOf, make } from '../../support/drafts.ts';
import type { TestServer } from '../../support/server.ts';
import type { Payload } from './payloads.ts';

export interface Site extends Pick<TestServer, 'call' | 'data'> {
  database: Database;
  provider: DataProvider;
}

/** How much was written, and how much of it the server refused. */
export interface Tally {
  fields: number;
  /** Records that calls made or changed. */
  sent: number;
  /** Values that these records held; `refused` is the number of those that a call refused. */
  values: number;
  refused: number;
  /** Records that were written straight into the tables. */
  stored: number;
}

/** Returns the next payload. */
type Next = () => string;

/** Makes values with payloads, for every kind that holds a text which people write. */
const spoilt: Partial<Record<Kind, (field: Field, next: Next) => unknown>> = {
  text: (_field, next) => next(),
  longtext: (_field, next) => next(),
  html: (_field, next) => next(),
  slug: (_field, next) => next(),
  image: (_field, next) => next(),
  file: (_field, next) => next(),
  images: (_field, next) => [{ url: next(), title: next(), intro: next(), sort: 1 }],
  files: (_field, next) => [{ title: next(), url: next(), size: 1, ext: next(), extract_code: next() }],
  items: ({ of = {} }, next) => [spoiltValues(of, next)],
  params: (_field, next) => Object.fromEntries(paramKinds.map((kind) => [`of_${kind}`, next()])),
  json: ({ shape }, next) => {
    if (shape && 'list' in shape) return [spoiltValues(shape.list, next)];
    return { title: next(), content: next(), org_img: next(), [next()]: next(), list: [next()] };
  },
};

/** The types of a column's parameters whose values are texts. */
const paramKinds = ['text', 'longtext', 'html', 'image', 'file'] as const;

const isSpoilt = (field: Field) => field.kind in spoilt && !field.virtual && !field.values;
const spoiltNames = (fields: Fields) =>
  Object.keys(fields).filter((name) => isSpoilt(fields[name] as Field) && !fields[name]?.writeOnly);
const spoiltValues = (fields: Fields, next: Next): Record<string, unknown> =>
  Object.fromEntries(
    spoiltNames(fields).map((name) => {
      const field = fields[name] as Field;
      return [name, spoilt[field.kind]?.(field, next)];
    }),
  );

/** The values of one record. In as many records as there are payloads, every field gets every payload once. */
function valuesOf(fields: Fields, payloads: readonly Payload[], record: number): Record<string, unknown> {
  const values = spoiltNames(fields).map((name, at) => {
    let turn = record + at;
    const field = fields[name] as Field;
    return [name, spoilt[field.kind]?.(field, () => payloads[turn++ % payloads.length]?.text ?? '')];
  });
  return Object.fromEntries(values);
}

/** Ends whatever an earlier payload began, so that the next one is read from the beginning. */
const closingMarkup = `"'\`--></style></script></textarea></title></noscript></xmp></template></select></table></svg></math></form>`;

/** Values with many payloads in each field. A field for one address gets only payloads that are addresses, in turn. */
function wideValues(fields: Fields, payloads: readonly Payload[], part: number, parts: number) {
  const size = Math.ceil(payloads.length / parts);
  const some = Array.from({ length: size }, (_, at) => payloads[(part * size + at) % payloads.length] as Payload);
  const addresses = payloads.filter(({ family }) => family === 'address');
  let turn = part * 5;
  const address = () => addresses[turn++ % addresses.length]?.text ?? '';
  const values = spoiltNames(fields).map((name) => {
    const field = fields[name] as Field;
    const isAddress = field.kind === 'image' || field.kind === 'file' || field.link;
    if (isAddress) return [name, address()];
    if (field.kind === 'html') return [name, some.map(({ text }) => `<p>${text}${closingMarkup}</p>`).join('\n')];
    if (field.kind === 'text' || field.kind === 'longtext' || field.kind === 'slug')
      return [name, some.map(({ text }) => text).join(closingMarkup)];
    const list = some.slice(0, 16).map(({ text }, at) => {
      const next = () => (at++ % 2 ? text : address());
      return spoilt[field.kind]?.(field, next);
    });
    return [name, field.kind === 'params' || field.kind === 'json' ? list[0] : list.flat()];
  });
  return Object.fromEntries(values);
}

/**
 * Sends records with payloads to the create call of each entity, or to its update call if it has no create call, one
 * request after another.
 */
export async function fillByCalls(site: Site, payloads: readonly Payload[], names?: EntityName[]): Promise<Tally> {
  const tally: Tally = { fields: 0, sent: 0, values: 0, refused: 0, stored: 0 };
  for (const entity of chosen(names)) {
    const { create, update } = entity.calls;
    const call = create ?? update;
    if (!call) continue;
    const writable = spoiltNames(entity.fields).filter((name) => !entity.fields[name]?.computed);
    tally.fields += writable.length;
    const first = create
      ? await draftOf(site.provider, entity)
      : await make(site.provider, entity.name, {}, site.database);
    const refs = Object.fromEntries(referencesOf(entity.fields).map(({ name }) => [name, first[name]]));
    if (create && entity.model && entity.fields.params) await makeParams(site, Number(refs.col_id));
    for (let n = 0; n < payloads.length; n++) {
      const fitting = create ? await draftOf(site.provider, entity, refs) : { id: first.id };
      const values = valuesOf(pick(entity.fields, writable), payloads, n);
      tally.sent++;
      tally.values += writable.length;
      tally.refused += await send(site, call.path, fitting, values);
    }
  }
  return tally;
}

/** Sends values, and sends them again without those that were refused. @returns how many were refused */
async function send(site: Site, path: string, fitting: Row | object, values: Record<string, unknown>): Promise<number> {
  let refused = 0;
  let left = values;
  for (;;) {
    const ask = () => site.call<{ errors?: Record<string, string> } | null>(path, { ...fitting, ...left });
    // The server may just then close a connection that was idle for a while, so a failed request is sent once more.
    const { body } = await ask().catch(ask);
    if (body.code === 1) return refused;
    const wrong = new Set(Object.keys(body.data?.errors ?? {}).map((name) => name.split(/[.[]/)[0] ?? ''));
    const kept = Object.entries(left).filter(([name]) => !wrong.has(name));
    const gone = Object.keys(left).length - kept.length;
    if (gone === 0) return Object.keys(values).length;
    refused += gone;
    left = Object.fromEntries(kept);
  }
}

async function makeParams({ data }: Site, cid: number): Promise<void> {
  for (const type of paramKinds)
    await data('base.content/addContentParams', { title: type, cid, name: `of_${type}`, type });
}

/** How many payloads each text of most records holds: so few that a page of a list shows them all. */
const payloadsPerText = 4;

/** Records that were stored past the server. */
export interface Stored {
  stored: number;
  fields: number;
  /** Ids by entity: first the record with all payloads in each text, then some records with a few. */
  wide: Map<string, number[]>;
}

/** Writes the payloads straight into the tables, as another program or an older version might have. */
export async function fillPastServer(site: Site, payloads: readonly Payload[], names?: EntityName[]): Promise<Stored> {
  const wide = new Map<string, number[]>();
  const parts = Math.ceil(payloads.length / payloadsPerText);
  let [stored, fields] = [0, 0];
  for (const entity of chosen(names)) {
    const isSingle = entity.model === 'single';
    const like = await rowLike(site, entity, wide);
    fields += spoiltNames(entity.fields).length;
    const few = Array.from({ length: isSingle ? 2 : parts }, (_, n) =>
      renamed(entity, wideValues(entity.fields, payloads, n, parts), `stored ${n}`),
    );
    const rows = [...few, renamed(entity, wideValues(entity.fields, payloads, 0, 1), 'whole')];
    const ids = isSingle ? await overwriteSingles(site, rows) : await insert(site, entity, like, rows);
    wide.set(entity.name, [ids.at(-1) ?? 0, ...ids.slice(0, 2)]);
    stored += ids.length;
    if (entity.recycle && !isSingle) {
      const deleted = few.slice(0, entity.name === 'article' ? 100 : 10).map((row) => renamed(entity, row, 'deleted'));
      stored += (await insert(site, entity, { ...like, deleted_at: new Date().toISOString() }, deleted)).length;
    }
    if (hasVersions(entity)) await storeVersions(site.database, entity, wide.get(entity.name) ?? [], payloads);
  }
  await storeCopies(site.database, wide.get('article') ?? [], payloads);
  return { stored, fields, wide };
}

/** A row that the server accepts. The stored rows differ from it in their texts alone. */
async function rowLike({ provider, database }: Site, entity: Entity, wide: Stored['wide']): Promise<Row> {
  const last = () =>
    generic(database.db).selectFrom(entity.name).selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!(await last())) await make(provider, entity.name, {}, database);
  const like = (await last()) as Row;
  const slides = database.db.selectFrom('ad_group').select('id').where('ident', '=', 'slide-1');
  const group_id = entity.name === 'ad' && (await slides.executeTakeFirst())?.id;
  return {
    ...like,
    ...('pid' in like && { pid: null }),
    ...('sort' in like && { sort: 0 }),
    // These times and the status let visitors of the site see the record.
    ...('expire_time' in like && { status: 1, publish_time: stamp, expire_time: null }),
    ...('start_time' in like && { start_time: null, end_time: null }),
    ...(group_id && { group_id }),
    ...(entity.name === 'operation_log' && { target: 'article', target_id: wide.get('article')?.[0] ?? 1 }),
  };
}

const insert = ({ database }: Site, entity: Entity, { id: _id, ...like }: Row, rows: Record<string, unknown>[]) =>
  database.transaction(async (db) => {
    await bumpVersion(db, entity.name);
    const ids: number[] = [];
    for (const [n, row] of rows.entries()) {
      const values = { ...like, ...inTable(entity, row), ...unlike(entity, n) };
      const inserted = generic(db).insertInto(entity.name).values(values).returning('id');
      ids.push(Number((await inserted.executeTakeFirstOrThrow()).id));
    }
    return ids;
  });

/** Values that must differ from row to row, besides the texts. */
const unlike = ({ name }: Entity, n: number) => (name === 'media' ? { stem: `xss-${n}` } : {});

const inTable = ({ fields, name: entity }: Entity, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => entity !== 'operation_log' || name !== 'target')
      .map(([name, value]) => [name, toStored(fields[name] as Field, value)]),
  );

/** Makes the values of unique fields differ, which may not occur twice, not even in the recycle bin. */
const renamed = ({ fields }: Entity, row: Record<string, unknown>, how: string) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, fields[name]?.unique ? `${value} ${how}` : value]),
  );

/** Overwrites single pages with these rows. A column has only one, so each row takes a new column. */
async function overwriteSingles(site: Site, rows: Record<string, unknown>[]): Promise<number[]> {
  const ids: number[] = [];
  for (const row of rows) {
    const { id } = await make(site.provider, 'single', {}, site.database);
    const values = inTable(entities.single, row);
    await site.database.transaction(async (db) => {
      await bumpVersion(db, 'single');
      await generic(db).updateTable('single').set(values).where('id', '=', id).execute();
    });
    ids.push(Number(id));
  }
  return ids;
}

/** Stores three versions of each record, with payloads also as the name of their author. */
const storeVersions = (database: Database, entity: Entity, ids: number[], payloads: readonly Payload[]) =>
  database.transaction(async (db) => {
    for (const [at, id] of ids.entries())
      for (const n of [1, 2, 3]) {
        const changes = wideValues(entity.fields, payloads, (at + n) % 3, 3);
        const texts = [1, 2, 3].map((more) => payloads[(at * 3 + n + more) % payloads.length]?.text ?? '');
        await db
          .insertInto('record_version')
          .values({
            entity: entity.name,
            record_id: id,
            n,
            base: 1,
            admin_id: null,
            published: 0,
            event: 'update',
            username: texts[0] ?? '',
            path: texts[1] ?? '',
            words: texts[2] ?? '',
            create_time: stamp,
            fields: JSON.stringify(Object.keys(changes)),
            changes: JSON.stringify(changes),
          })
          .execute();
      }
  });

const stamp = '2026-10-15T02:00:00Z';

/** Stores unpublished changes of one's own and of somebody else, each with a review that returned them and its note. */
const storeCopies = (database: Database, ids: number[], payloads: readonly Payload[]) =>
  database.transaction(async (db) => {
    const other = await db.selectFrom('admin').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    for (const [at, admin_id] of [1, Number(other.id)].entries()) {
      const record_id = ids[at + 1];
      if (record_id === undefined) return;
      const times = { create_time: stamp, update_time: stamp, live_time: null, live_admin_id: null };
      const values = wideValues(entities.article.fields, payloads, at, 2);
      await db
        .insertInto('working_copy')
        .values({ entity: 'article', record_id, admin_id, ...times, values: JSON.stringify(values) })
        .execute();
      await noteReview(db, record_id, admin_id, payloads[at]?.text ?? '');
    }
  });

const noteReview = (db: Db, record_id: number, author_id: number, note: string) =>
  db
    .insertInto('review')
    .values({
      entity: 'article',
      record_id,
      state: 'returned',
      author_id,
      reviewer_id: author_id,
      note,
      create_time: stamp,
    })
    .execute();

/** Items that get no payload, because their value leads somewhere or decides what the server does. */
const excludedItems = /^(web_(page_url|column_url|frame_hosts)|cos_|sms_|smtp_|backup_|check_|upload_)/;

/** Puts payloads into the configuration items that hold texts, pictures or files. @returns how many items */
export async function fillConfig(site: Site, payloads: readonly Payload[]): Promise<number> {
  const { database } = site;
  const items = await database.db.selectFrom('config_item').select(['id', 'en_name', 'type']).execute();
  const texts = items.filter(({ en_name, type }) => /text|html|image|file/.test(type) && !excludedItems.test(en_name));
  const addresses = payloads.filter(({ family }) => family === 'address');
  await database.transaction(async (db) => {
    await bumpVersion(db, 'config');
    await bumpVersion(db, 'config_item');
    for (const [at, { id, type }] of texts.entries()) {
      const [first, second] = [payloads[at % payloads.length], addresses[at % addresses.length]];
      const all = payloads.map(({ text }) => `<p>${text}${closingMarkup}</p>`).join('\n');
      const value = type === 'html' ? all : ((type === 'image' ? second : first)?.text ?? '');
      await db.updateTable('config_item').set({ value }).where('id', '=', id).execute();
    }
  });
  return texts.length;
}

/** Sets the address at which the pages of records are said to be; '' stands for the example site. */
export const leadPagesTo = ({ database }: Pick<Site, 'database'>, value: string) =>
  database.transaction(async (db) => {
    await bumpVersion(db, 'config');
    await db.updateTable('config_item').set({ value }).where('en_name', '=', 'web_page_url').execute();
  });

const chosen = (names?: EntityName[]) =>
  entityList.filter(({ name }) => !names || names.includes(name as EntityName)) as Entity[];
const pick = (fields: Fields, names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] as Field]));
