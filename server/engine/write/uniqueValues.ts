import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { slugFrom } from '../../core/textFormats.ts';
import { oneAtATime } from '../../database/dataVersion.ts';
import { toStored } from '../../database/storage.ts';
import { type Db, generic, isPostgres } from '../../database/tables.ts';
import { refuse, type Verdict, type WrittenValue } from '../kinds/kindRules.ts';

type Values = Record<string, unknown>;

/** Refuses a value of a unique field that another record has. */
export async function checkUnique(written: WrittenValue): Promise<Verdict> {
  const { field, value } = written;
  if (!field.unique || value === '' || value === null || value === undefined) return { value };
  const id = await findOtherWithValue(written, value);
  return id === undefined ? { value } : refuse('field_taken', { id });
}

/** PostgreSQL's other collations fold more letters than SQLite does. */
const sameLetters = (db: Db, name: string, value: unknown) =>
  isPostgres(db)
    ? sql<boolean>`lower(${sql.ref(name)} collate "C") = lower(${String(value)}::text collate "C")`
    : sql<boolean>`lower(${sql.ref(name)}) = lower(${String(value)})`;

export async function findOtherWithValue(written: WrittenValue, value: unknown): Promise<number | undefined> {
  // No unique index covers this comparison, so writers take turns.
  if (written.field.caseless) await lockNames(written);
  const holder = await othersWithValue(written, value).limit(1).executeTakeFirst();
  return holder && Number(holder.id);
}

const lockNames = ({ db, entity }: WrittenValue) => oneAtATime(db, `${entity.name} names`);

/** The query of other records that have the value. */
function othersWithValue({ db, entity, name, field, draft, before }: WrittenValue, value: unknown) {
  let others = generic(db).selectFrom(entity.name).select('id');
  if (field.caseless) others = others.where(sameLetters(db, name, value));
  else {
    others = others.where(name, '=', toStored(field, value));
    // An index without the records that have none is used only where the query says the same.
    if (field.kind === 'slug') others = others.where(sql<boolean>`${sql.ref(name)} <> ''`);
  }
  if (before) others = others.where('id', '<>', before.id);
  for (const within of Array.isArray(field.unique) ? field.unique : []) {
    const scope = (within in draft ? draft[within] : before?.[within]) ?? null;
    others = others.where(within, scope === null ? 'is' : '=', scope);
  }
  return entity.recycle ? others.where('deleted_at', 'is', null) : others;
}

/** Makes the slug from the field that it is generated of. Until the transaction ends nobody else can take one. */
export async function lockAndMakeSlug(written: WrittenValue): Promise<string> {
  await lockNames(written);
  const from = written.field.from as string;
  return slugFrom(String(written.draft[from] ?? written.before?.[from] ?? ''));
}

export async function freeSlug(written: WrittenValue): Promise<string> {
  const base = await lockAndMakeSlug(written);
  const named = (n: number) => (n === 1 ? base : `${base}-${n}`);
  const isFree = async (n: number) => (await findOtherWithValue(written, named(n))) === undefined;
  // Thousands of records may have the same title: the numbers are doubled until one is free, then halved back.
  let free = 1;
  while (!(await isFree(free))) free *= 2;
  let taken = Math.floor(free / 2);
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2);
    if (await isFree(middle)) free = middle;
    else taken = middle;
  }
  return named(free);
}

/**
 * SQL for each generated slug of a new content: '' if another record has it, which the unique index leaves out. It saves a
 * query for each record; `numberSlugs` mends the few that are taken.
 */
export function slugsIfFree(db: Db, entity: Entity, draft: Values, values: Values): Record<string, RawBuilder<string>> {
  const generated = Object.entries(entity.fields).filter(([name, { redirects }]) => redirects && !draft[name]);
  return Object.fromEntries(
    generated.map(([name, field]) => {
      const value = String(values[name]);
      const holders = othersWithValue({ db, entity, name, field, value, draft: values, before: null }, value);
      return [name, sql<string>`case when exists ${holders} then '' else ${value} end`];
    }),
  );
}

/** Numbers the slugs that turned out to be taken. @param inserted the id and what `slugsIfFree` has become */
export async function numberSlugs(db: Db, entity: Entity, inserted: Values, values: Values): Promise<void> {
  const { id, ...slugs } = inserted;
  for (const name of Object.keys(slugs).filter((each) => slugs[each] === '')) {
    const field = entity.fields[name] as Field;
    const value = await freeSlug({ db, entity, name, field, value: '', draft: values, before: null });
    values[name] = value;
    await generic(db)
      .updateTable(entity.name)
      .set({ [name]: value })
      .where('id', '=', id as number)
      .execute();
  }
}
