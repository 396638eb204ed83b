import { sql } from 'kysely';
import type { VersionEvent } from '../../../contract/calls/version.ts';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { findEntity, hasVersions, type RoutedCall } from '../../../contract/index.ts';
import { toIsoSeconds } from '../../../contract/kinds.ts';
import { createYield } from '../../core/turns.ts';
import { prepared } from '../../database/statements.ts';
import { fromStored, toStored } from '../../database/storage.ts';
import { type Db, generic } from '../../database/tables.ts';
import type { Change, SignedIn } from '../callContext.ts';
import { hasPublishedStatus } from '../list/timedState.ts';
import { shareValues } from './batchValues.ts';
import { partsOfRecords } from './partsByBytes.ts';
import { isSame, readState, readStates, type State, versionedFields } from './recordStates.ts';

type Values = Record<string, unknown>;
export interface Author {
  routed: Pick<RoutedCall, 'call'>;
  admin: Pick<SignedIn, 'id' | 'username'> | null;
  batch?: string;
}

/** So many versions after a whole record, the next is whole again. */
const wholeEvery = 20;

/** The value as it is read again after it was stored. */
function stored(field: Field, value: unknown): unknown {
  if (field.kind === 'refs') return [...new Set(value as number[])].toSorted((one, other) => one - other);
  return fromStored(field, toStored(field, value));
}

function pick(entity: Entity, values: Values = {}): Values {
  const names = versionedFields(entity).filter((name) => name in values);
  return Object.fromEntries(names.map((name) => [name, stored(entity.fields[name] as Field, values[name])]));
}

interface Merged {
  entity: Entity;
  id: number;
  event: VersionEvent;
  since: string | undefined;
  isPublished: boolean;
  words: string;
  before: Values;
  after: Values;
}

/**
 * The changes of a transaction become one version for each record; a change of nothing becomes none.
 * @returns the records with a new version, by `recordKey`
 */
export async function writeVersions(db: Db, author: Author, changes: Partial<Change>[]): Promise<Set<string>> {
  const written = new Set<string>();
  const yieldToOthers = createYield(db);
  for (const group of groupAlike(mergeChanges(changes))) {
    await yieldToOthers();
    const [{ entity, id, event, after }] = group;
    const differing = differingFields(group[0]);
    if (event === 'update' && differing.length === 0) continue;
    for (const merged of group) written.add(recordKey(entity.name, merged.id));
    if (event === 'create') {
      await insertFirstVersions(db, author, group);
      continue;
    }
    if (group.length > 1) {
      const ids = group.map((merged) => merged.id);
      for (const part of await partsOfRecords(db, entity, ids)) {
        await yieldToOthers();
        await insertBases(db, entity, part);
        await writeVersionsOf(db, author, entity, part, { event });
      }
      continue;
    }
    const changed = Object.fromEntries(differing.map((name) => [name, after[name]]));
    const { n, base } = await insertVersion(db, author, group[0], changed);
    if (n === 2) await insertBase(db, group[0]);
    if (n - base >= wholeEvery)
      await db
        .updateTable('record_version')
        .set({ base: n, changes: JSON.stringify(await readState(db, entity, id)), shared: '' })
        .where('entity', '=', entity.name)
        .where('record_id', '=', id)
        .where('n', '=', n)
        .execute();
  }
  return written;
}

type Group = [Merged, ...Merged[]];
const maxInGroup = 200;

const differingFields = ({ before, after }: Merged) =>
  Object.keys(after).filter((name) => !(name in before) || !isSame(before[name], after[name]));

/** Whether versions of such changes can be written by one statement: those of new records, and of deletions and restorations as such. */
const isPlain = (merged: Merged) =>
  merged.event === 'create' || (merged.event !== 'update' && !merged.words && differingFields(merged).length === 0);

/** Plain changes of one entity that follow each other; any other change alone. */
function* groupAlike(all: Iterable<Merged>): Iterable<Group> {
  let group: Group | undefined;
  for (const merged of all) {
    const first = group?.[0];
    const isSameKind = first?.event === merged.event && first.entity === merged.entity;
    const isAlike = isSameKind && isPlain(first) && isPlain(merged);
    if (group && isAlike && group.length < maxInGroup) group.push(merged);
    else {
      if (group) yield group;
      group = [merged];
    }
  }
  if (group) yield group;
}

export const recordKey = (entity: string, id: number) => `${entity} ${id}`;

function mergeChanges(changes: Partial<Change>[]): Iterable<Merged> {
  const records = new Map<string, Merged>();
  for (const { target, target_id: id, version, before, after } of changes) {
    const entity = findEntity(target);
    if (!version || !entity || !id || !hasVersions(entity)) continue;
    const key = recordKey(entity.name, id);
    const { event, since, words } = version;
    const earlier = records.get(key);
    // Deletions and restorations note the label only to name the record.
    const isNamed = event === 'delete' || event === 'restore';
    const { [isNamed ? entity.label : '']: _name, ...values } = after ?? {};
    records.set(key, {
      entity,
      id,
      since: earlier?.since ?? since,
      event: earlier?.event === 'create' ? 'create' : event,
      isPublished: version.isPublished ?? earlier?.isPublished ?? false,
      words: words ?? earlier?.words ?? '',
      before: { ...(!isNamed && pick(entity, before)), ...earlier?.before },
      after: { ...earlier?.after, ...pick(entity, values) },
    });
  }
  return records.values();
}

/** The first versions of new records of one entity, which are whole. No id is used twice, so there are no earlier ones. */
async function insertFirstVersions(db: Db, author: Author, created: Group): Promise<void> {
  const states = await readStates(
    db,
    created[0].entity,
    created.map(({ id }) => id),
  );
  const rows = created.map((merged) => {
    const { values } = states.get(merged.id) as State;
    return { record_id: merged.id, n: 1, base: 1, ...versionRow(author, merged, values) };
  });
  await db.insertInto('record_version').values(rows).execute();
}

const versionRow = ({ routed, admin, batch = '' }: Author, merged: Merged, changed: Values) => ({
  entity: merged.entity.name,
  event: merged.event,
  published: Number(merged.isPublished),
  words: merged.words,
  admin_id: admin?.id ?? null,
  username: admin?.username ?? '',
  path: routed.call.path,
  batch,
  fields: JSON.stringify(Object.keys(changed)),
  changes: JSON.stringify(changed),
  create_time: toIsoSeconds(new Date()),
});

/** One statement finds the number and inserts the row. The first number of a record that exists already is 2. */
const insertion = prepared<{ n: number; base: number }>((db, param) => {
  const last = sql`from record_version where entity = ${param('entity')} and record_id = ${param('record_id')}
    order by n desc limit 1`;
  const query = sql`insert into record_version
    (entity, record_id, n, base, admin_id, published, event, username, path, words, create_time, fields, changes, batch, shared) values
    (${param('entity')}, ${param('record_id')}, coalesce((select n + 1 ${last}), 2),
    coalesce((select base ${last}), 1), ${param('admin_id')}, ${param('published')}, ${param('event')}, ${param('username')},
    ${param('path')}, ${param('words')}, ${param('create_time')}, ${param('fields')}, ${param('changes')}, ${param('batch')},
    ${param('shared')}) returning n, base`;
  return { compile: () => query.compile(db) };
});

async function insertVersion(db: Db, author: Author, merged: Merged, changed: Values) {
  const { batch = '', routed } = author;
  const shared = batch !== '' && routed.call.alike && (await shareValues(db, batch, changed));
  const [row] = await insertion(db, {
    record_id: merged.id,
    ...versionRow(author, merged, changed),
    shared: '',
    ...shared,
  });
  return { n: Number(row?.n), base: Number(row?.base) };
}

/** The state before the first version of a record that is older than its versions. */
async function insertBase(db: Db, { entity, id, before, since }: Merged): Promise<void> {
  const first = db.selectFrom('record_version').select('id').where('entity', '=', entity.name);
  if (await first.where('record_id', '=', id).where('n', '=', 1).executeTakeFirst()) return;
  const state = { ...(await readState(db, entity, id)), ...before };
  await db
    .insertInto('record_version')
    .values(baseOf(entity, id, state, since))
    .execute();
}

const baseOf = (entity: Entity, id: number, state: Values, since = toIsoSeconds(new Date())) => ({
  entity: entity.name,
  record_id: id,
  n: 1,
  base: 1,
  admin_id: null,
  event: 'base',
  username: '',
  path: '',
  published: Number(hasPublishedStatus(entity, state)),
  words: '',
  create_time: since,
  fields: '[]',
  changes: JSON.stringify(state),
});

/**
 * A version for each of the records that one statement changes alike. A record without versions gets none: its first
 * version stores the state before. Changes of a batch are undone, so they need the state before at once. They are in the order of
 * the ids. Call it before the statement.
 */
export async function writeVersionsOf(
  db: Db,
  { routed, admin, batch = '' }: Author,
  entity: Entity,
  ids: number[],
  { event, changes = {} }: { event: VersionEvent; changes?: Values },
): Promise<void> {
  if (batch && event === 'update') await insertBases(db, entity, ids);
  // Undoing a batch takes its versions from the last to the first.
  const places = ids.map((id, at) => sql`when cast(${id} as integer) then ${sql.lit(at)}`);
  const status = sql`(select status from ${sql.table(entity.name)} where id = record_id)`;
  const published = entity.fields.state && event !== 'delete' ? sql`case when ${status} = 1 then 1 else 0 end` : sql`0`;
  await sql`insert into record_version
    (entity, record_id, n, base, admin_id, published, event, username, path, words, create_time, fields, changes, batch)
    select entity, record_id, max(n) + 1, max(base), cast(${admin?.id ?? null} as integer), ${published}, ${event},
    ${admin?.username ?? ''}, ${routed.call.path}, '', ${toIsoSeconds(new Date())},
    ${JSON.stringify(Object.keys(changes))}, ${JSON.stringify(changes)}, ${batch}
    from record_version where entity = ${entity.name} and record_id in (${sql.join(ids)})
    group by entity, record_id order by case record_id ${sql.join(places, sql` `)} end`.execute(db);
}

async function insertBases(db: Db, entity: Entity, ids: number[]): Promise<void> {
  const { name } = entity;
  const known = db.selectFrom('record_version').select('record_id').where('entity', '=', name);
  const found = generic(db).selectFrom(name).select(['id', 'update_time']).where('id', 'in', ids);
  const rows = await found.where('id', 'not in', known.where('record_id', 'in', ids)).execute();
  if (rows.length === 0) return;
  const times = new Map(rows.map(({ id, update_time }) => [Number(id), String(update_time)]));
  const states = await readStates(db, entity, [...times.keys()]);
  const bases = [...states].map(([id, { values }]) => baseOf(entity, id, values, times.get(id)));
  await db.insertInto('record_version').values(bases).execute();
}
