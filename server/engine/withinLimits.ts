import type { Expression, SqlBool } from 'kysely';
import { codecs } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { columnFieldOf, type FieldLimit, isOwned } from '../../contract/roleLimits.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import { type Db, generic, type Row } from '../database/tables.ts';
import type { ListQuery, Where } from './list/queryFilter.ts';
import type { RoleLimits } from './roleLimits.ts';

type Values = Record<string, unknown>;

/** All that limits need to know of a caller. */
export interface Limited {
  admin: { id: number; limits?: RoleLimits | undefined; programTokenId?: number; username?: string } | null;
}

function fieldsWith(admin: Limited['admin'], { name }: Entity, ...limits: FieldLimit[]): string[] {
  const all = admin?.limits?.fields[name] ?? {};
  return Object.keys(all).filter((field) => limits.includes(all[field] as FieldLimit));
}

/** Returns fields that the caller's role hides, that are bound to such a one (`hiddenWith`), or kept from programs. */
export function hiddenFields({ admin }: Limited, entity: Entity): string[] {
  const hidden = fieldsWith(admin, entity, 'hidden');
  const isProgram = admin?.programTokenId !== undefined;
  if (hidden.length === 0 && !isProgram) return hidden;
  const isHidden = ([name, { hiddenWith = '', hiddenFromPrograms }]: [string, Field]) =>
    hidden.includes(name) || hidden.includes(hiddenWith) || (isProgram && hiddenFromPrograms);
  return Object.entries<Field>(entity.fields)
    .filter(isHidden)
    .map(([name]) => name);
}

/** Whether callers who may not see `hidden` see a version: it changed another field, or none (created or deleted). */
export const isVersionVisible = (changed: readonly string[], hidden: readonly string[]): boolean =>
  changed.length === 0 || changed.some((field) => !hidden.includes(field));

/** Returns the fields that the caller may not change, the hidden ones among them. */
const lockedFields = ({ admin }: Limited, entity: Entity): string[] => [
  ...new Set([...hiddenFields({ admin }, entity), ...fieldsWith(admin, entity, 'read')]),
];

/** Returns the values without those that the caller may not see. */
export function withoutHidden<T extends Values>(caller: Limited, entity: Entity, values: T): T {
  return without(values, hiddenFields(caller, entity));
}

/** Returns the values without those that the caller may not change. */
export function withoutLocked<T extends Values>(caller: Limited, entity: Entity, values: T): T {
  return without(values, lockedFields(caller, entity));
}

function without<T extends Values>(values: T, names: string[]): T {
  if (names.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as T;
}

const noIds = [0];

/** Returns the allowed part of the ids that are asked for; all allowed ids if none are. */
function intersectIds(asked: unknown, allowed: readonly number[]): number | number[] {
  if (asked === undefined || asked === null || (Array.isArray(asked) && asked.length === 0))
    return allowed.length > 0 ? [...allowed] : noIds;
  if (!Array.isArray(asked)) return allowed.includes(Number(asked)) ? Number(asked) : noIds;
  const both = asked.map(Number).filter((id) => allowed.includes(id));
  return both.length > 0 ? both : noIds;
}

/**
 * Narrows a query of the caller to what its role's limits leave.
 * @throws InvalidInput for a filter or order by a hidden field
 */
export function limitedQuery({ admin }: Limited, entity: Entity, query: ListQuery): ListQuery {
  const limits = admin?.limits;
  const hidden = hiddenFields({ admin }, entity);
  if (!limits && hidden.length === 0) return query;
  const refused = hidden.filter((name) => (query[name] ?? undefined) !== undefined);
  if (refused.length > 0)
    throw new InvalidInput(Object.fromEntries(refused.map((name) => [name, { key: 'field_unknown' as const }])));
  if (query.sort && hidden.includes(query.sort)) throw new InvalidInput({ sort: { key: 'field_choice' } });
  const column = columnFieldOf(entity);
  const ids = column === 'id' ? 'ids' : column;
  return {
    ...query,
    ...(limits?.columns && ids && { [ids]: intersectIds(query[ids], limits.columns) }),
    ...(limits && requiredMakerId(limits, entity, admin.id) && { madeBy: requiredMakerId(limits, entity, admin.id) }),
    ...(limits && isProgramsLog(admin, entity) && { logUsername: admin.username }),
    ...(hidden.length > 0 && { unsearched: hidden }),
  };
}

/** A caller with limits sees only its own operations, because those of others tell of records that it may not see. */
const requiredMakerId = ({ owner }: RoleLimits, entity: Entity, caller: number): number | undefined =>
  entity.name === 'operation_log' ? caller : isOwned(entity) ? owner : undefined;

/** In the log only the name tells a program from its owner. */
const isProgramsLog = ({ programTokenId }: NonNullable<Limited['admin']>, entity: Entity): boolean =>
  programTokenId !== undefined && entity.name === 'operation_log';

/** Returns these limits as conditions, for a query that the engine does not make. */
export function limitConditions({ admin }: Limited, entity: Entity, where: Where): Expression<SqlBool>[] {
  const limits = admin?.limits;
  if (!limits) return [];
  const column = columnFieldOf(entity);
  const owner = requiredMakerId(limits, entity, admin.id);
  return [
    ...(limits.columns && column ? [where(column, 'in', limits.columns.length > 0 ? limits.columns : noIds)] : []),
    ...(owner ? [where('admin_id', '=', owner)] : []),
    ...(isProgramsLog(admin, entity) ? [where('username', '=', admin.username)] : []),
  ];
}

/** Returns those of the records that the caller's limits leave, also in the recycle bin. */
export async function visibleIds(
  caller: Limited & { db: Db },
  entity: Entity,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!caller.admin?.limits || ids.length === 0) return new Set(ids);
  const rows = await generic(caller.db)
    .selectFrom(entity.name)
    .select('id')
    .where('id', 'in', ids as number[])
    .where((where) => where.and(limitConditions(caller, entity, where)))
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Returns the titles, by id, of those records that the caller's limits leave; none if they hide the titles. */
export async function visibleTitles(
  caller: Limited & { db: Db },
  entity: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { name, label } = entity;
  if (ids.length === 0 || hiddenFields(caller, entity).includes(label)) return new Map();
  const rows = await generic(caller.db)
    .selectFrom(name)
    .select(['id', label])
    .where('id', 'in', ids as number[])
    .where((where) => where.and(limitConditions(caller, entity, where)))
    .execute();
  return new Map(rows.map((row) => [Number(row.id), String(row[label] ?? '')]));
}

/** @throws CallError `not_found` for a record that the caller's limits hide */
export async function assertVisible(caller: Limited & { db: Db }, entity: Entity, id: number): Promise<void> {
  if (!(await visibleIds(caller, entity, [id])).has(id)) throw new CallError('not_found');
}

/**
 * A column goes to the recycle bin, comes back and is purged with its contents, so whoever sees only contents of their
 * own may do this only if all are theirs.
 * @throws CallError `column_others`
 */
export async function assertColumnsWhole(
  { db, admin }: Limited & { db: Db },
  contents: readonly Entity[],
  ids: readonly number[],
): Promise<void> {
  const owner = admin?.limits?.owner;
  if (!owner || ids.length === 0) return;
  for (const { name } of contents.filter(isOwned)) {
    const other = await generic(db)
      .selectFrom(name)
      .select('id')
      .where('col_id', 'in', ids as number[])
      .where((where) => where.or([where('admin_id', '<>', owner), where('admin_id', 'is', null)]))
      .limit(1)
      .executeTakeFirst();
    if (other) throw new CallError('column_others');
  }
}

/** Whether two values of a field are the same; one that is absent is null. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Whether this is what a form sends for a field that nobody has filled in. */
const isUnfilled = ({ kind, default: value }: Field, sent: unknown) =>
  [null, '', codecs[kind].empty, value].some((each) => isSame(sent, each)) || isSame(sent, {});

/**
 * Comes before all other checks: whether a value is already in use would tell of a field that the caller does not see.
 * @throws InvalidInput
 */
export function assertNothingHidden(caller: Limited, entity: Entity, sent: Values, before: Row | null): void {
  const refused = hiddenFields(caller, entity).filter(
    (name) => name in sent && (before !== null || !isUnfilled(entity.fields[name] as Field, sent[name])),
  );
  refuseLocked(refused);
}

/**
 * Refuses a working copy that changes a field which the caller does not see; whoever sees it can publish the copy. The
 * refusal does not tell which field that is.
 * @throws CallError `copy_hidden`
 */
export function assertNothingHiddenInCopy(caller: Limited, entity: Entity, copy: Values): void {
  if (hiddenFields(caller, entity).some((name) => name in copy)) throw new CallError('copy_hidden');
}

/**
 * Checks the columns that a write names, before all other checks, which would tell of a hidden column's parameters and
 * slugs. A column outside the caller's limits is treated as one that does not exist. Columns that the record names
 * already may stay.
 * @param sent what the client sent, with defaults @param before null for a new record
 * @throws InvalidInput at the columns that the caller's limits hide, and where a record would be in none
 */
export function assertWithinColumns({ admin }: Limited, entity: Entity, sent: Values, before: Row | null): void {
  const columns = admin?.limits?.columns;
  if (!columns) return;
  // A column belongs where its parent does.
  const own = columnFieldOf(entity) === 'id' ? 'pid' : columnFieldOf(entity);
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    const isSent = name in sent || (name === own && !before);
    if (field.entity !== 'column' || !isSent || (before && isSame(sent[name], before[name]))) continue;
    if (sent[name] && !columns.includes(Number(sent[name]))) errors[name] = { key: 'field_no_record' };
    else if (!sent[name] && name === own) errors[name] = { key: 'column_beyond' };
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/**
 * Checks the fields that a write changes.
 * @param sent what the client sent @param values what would be stored @param before null for a new record
 * @throws InvalidInput at what the caller's role may not write
 */
export function assertWritable(
  { admin }: Limited,
  entity: Entity,
  { sent, values, before }: { sent: Values; values: Values; before: Row | null },
): void {
  const limits = admin?.limits;
  if (!limits) return;
  const errors: FieldErrors = {};
  for (const name of lockedFields({ admin }, entity)) {
    if (!(name in sent)) continue;
    const isUnchanged = before
      ? limits.fields[entity.name]?.[name] === 'read' && isSame(values[name], before[name])
      : isUnfilled(entity.fields[name] as Field, values[name]);
    if (!isUnchanged) errors[name] = { key: 'field_locked' };
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** Refuses typed values of locked fields, which could never be saved. @throws InvalidInput */
export function assertMayType(caller: Limited, entity: Entity, values: Values): void {
  refuseLocked(lockedFields(caller, entity).filter((name) => name in values));
}

function refuseLocked(names: string[]): void {
  if (names.length > 0)
    throw new InvalidInput(Object.fromEntries(names.map((name) => [name, { key: 'field_locked' as const }])));
}
