import type { Expression, SqlBool } from 'kysely';
import { codecs } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { columnFieldOf, type FieldLimit, type FieldLimits, isOwned } from '../../contract/roleLimits.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import { dataVersionOf } from '../database/dataVersion.ts';
import { type Db, generic, type Row } from '../database/tables.ts';
import type { ListQuery, Where } from './queryFilter.ts';
import { withDescendants } from './tree.ts';

type Values = Record<string, unknown>;

/** All that limits need to know of a caller. */
interface Limited {
  admin: { id: number; limits?: RoleLimits | undefined; programTokenId?: number; username?: string } | null;
}

/**
 * What a role's limits leave of the records and fields that its rules open (docs/contract.md, "Limits of a role"). The
 * engine applies them to every query and write of a caller; `admin: null` is the program itself, which has noIds.
 */
export interface RoleLimits {
  /** Only contents of these columns, which include those below them. Undefined: of all. */
  columns?: number[];
  /** Only contents that this administrator made. */
  owner?: number;
  fields: FieldLimits;
}

/** As the role's record has them. */
export interface StoredLimits {
  /** JSON: the ids of the columns that were chosen, without those below them. */
  columns: string | null;
  own_only: number;
  /** JSON: `FieldLimits`. */
  field_limits: string | null;
}

export const limitNames = ['columns', 'own_only', 'field_limits'] as const satisfies (keyof StoredLimits)[];

const parseLimits = ({ columns, field_limits }: StoredLimits): { columns: number[]; fields: FieldLimits } => ({
  columns: JSON.parse(columns || '[]') ?? [],
  fields: JSON.parse(field_limits || '{}') ?? {},
});

/** The ids of chosen columns and of those below them, by the chosen ids as stored. Valid for one version of the columns' data. */
const branchesByDatabase = new WeakMap<Db, { version: number; ids: Map<string, number[]> }>();
const mostBranches = 1000;

async function branchesOf(db: Db, stored: string, columns: number[], version: number): Promise<number[]> {
  let known = branchesByDatabase.get(db);
  if (known?.version !== version || known.ids.size > mostBranches) {
    known = { version, ids: new Map() };
    branchesByDatabase.set(db, known);
  }
  let ids = known.ids.get(stored);
  if (!ids) {
    // Also those in the recycle bin: what was deleted with them is still theirs.
    const rows = await db.selectFrom('column').select(['id', 'pid']).execute();
    ids = [...new Set(columns.flatMap((id) => withDescendants(rows, id)))];
    known.ids.set(stored, ids);
  }
  return [...ids];
}

/** Undefined for a role without limits. */
export async function roleLimitsOf(
  db: Db,
  adminId: number,
  stored: StoredLimits,
  version?: number,
): Promise<RoleLimits | undefined> {
  if (!stored.columns && !stored.own_only && !stored.field_limits) return undefined;
  const { columns, fields } = parseLimits(stored);
  const limited = Object.values(fields).flatMap((each) => Object.keys(each));
  if (columns.length === 0 && !stored.own_only && limited.length === 0) return undefined;
  const known = async () => version ?? dataVersionOf(db, 'column');
  return {
    ...(columns.length > 0 && {
      columns: await branchesOf(db, String(stored.columns), columns, await known()),
    }),
    ...(stored.own_only && { owner: adminId }),
    fields,
  };
}

/**
 * The limits of a role that go beyond the caller's: nobody may grant what they do not have. The columns of a limited role must be
 * among the caller's, its fields limited at least as much.
 */
export function limitsBeyond(
  { limits }: { limits?: RoleLimits | undefined },
  stored: StoredLimits,
): (keyof StoredLimits)[] {
  if (!limits) return [];
  const { columns, fields } = parseLimits(stored);
  const isWider = limits.columns && (columns.length === 0 || columns.some((id) => !limits.columns?.includes(id)));
  const isFreer = Object.entries(limits.fields).some(([entity, all]) =>
    Object.entries(all).some(([field, limit]) => {
      const given = fields[entity]?.[field];
      return given !== limit && given !== 'hidden';
    }),
  );
  return [
    ...(isWider ? (['columns'] as const) : []),
    ...(limits.owner !== undefined && !stored.own_only ? (['own_only'] as const) : []),
    ...(isFreer ? (['field_limits'] as const) : []),
  ];
}

/** Of a role, for work without a session. */
export async function limitsOfRole(db: Db, adminId: number, roleId: number): Promise<RoleLimits | undefined> {
  const role = await db
    .selectFrom('role')
    .select(['built_in', ...limitNames])
    .where('id', '=', roleId)
    .executeTakeFirst();
  return role && !role.built_in ? roleLimitsOf(db, adminId, role) : undefined;
}

function fieldsWith(admin: Limited['admin'], { name }: Entity, ...limits: FieldLimit[]): string[] {
  const all = admin?.limits?.fields[name] ?? {};
  return Object.keys(all).filter((field) => limits.includes(all[field] as FieldLimit));
}

export function hiddenFields({ admin }: Limited, entity: Entity): string[] {
  const hidden = fieldsWith(admin, entity, 'hidden');
  // Whether an advertisement is shown now tells its times.
  return entity.name === 'ad' && hidden.some((name) => name.endsWith('_time')) ? [...hidden, 'live'] : hidden;
}

/** Those that the caller may not change, the hidden ones among them. */
const lockedFields = ({ admin }: Limited, entity: Entity): string[] => fieldsWith(admin, entity, 'hidden', 'read');

/** A copy without what the caller may not see. */
export function withoutHidden<T extends Values>(caller: Limited, entity: Entity, values: T): T {
  return without(values, hiddenFields(caller, entity));
}

/** A copy without what the caller may not change. */
export function withoutLocked<T extends Values>(caller: Limited, entity: Entity, values: T): T {
  return without(values, lockedFields(caller, entity));
}

function without<T extends Values>(values: T, names: string[]): T {
  if (names.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as T;
}

const noIds = [0];

/** Of what is asked, the part that is allowed. */
function intersectIds(asked: unknown, allowed: readonly number[]): number | number[] {
  if (asked === undefined || asked === null || (Array.isArray(asked) && asked.length === 0))
    return allowed.length > 0 ? [...allowed] : noIds;
  if (!Array.isArray(asked)) return allowed.includes(Number(asked)) ? Number(asked) : noIds;
  const both = asked.map(Number).filter((id) => allowed.includes(id));
  return both.length > 0 ? both : noIds;
}

/** A query of the caller, narrowed to what its role's limits leave. @throws InvalidInput for a filter or order by a hidden field */
export function limitedQuery({ admin }: Limited, entity: Entity, query: ListQuery): ListQuery {
  const limits = admin?.limits;
  if (!limits) return query;
  const hidden = hiddenFields({ admin }, entity);
  const refused = hidden.filter((name) => (query[name] ?? undefined) !== undefined);
  if (refused.length > 0)
    throw new InvalidInput(Object.fromEntries(refused.map((name) => [name, { key: 'field_unknown' as const }])));
  if (query.sort && hidden.includes(query.sort)) throw new InvalidInput({ sort: { key: 'field_choice' } });
  const column = columnFieldOf(entity);
  const ids = column === 'id' ? 'ids' : column;
  return {
    ...query,
    ...(limits.columns && ids && { [ids]: intersectIds(query[ids], limits.columns) }),
    ...(ownerIn(limits, entity, admin.id) && { madeBy: ownerIn(limits, entity, admin.id) }),
    ...(isProgramsLog(admin, entity) && { logUsername: admin.username }),
    ...(hidden.length > 0 && { unsearched: hidden }),
  };
}

/** Others' operations tell of records that the caller may not see. */
const ownerIn = ({ owner }: RoleLimits, entity: Entity, caller: number): number | undefined =>
  entity.name === 'operation_log' ? caller : isOwned(entity) ? owner : undefined;

/** In the log a program is told from its owner by its name. */
const isProgramsLog = ({ programTokenId }: NonNullable<Limited['admin']>, entity: Entity): boolean =>
  programTokenId !== undefined && entity.name === 'operation_log';

/** The same as conditions, for a query that the engine does not make. */
export function limitConditions({ admin }: Limited, entity: Entity, where: Where): Expression<SqlBool>[] {
  const limits = admin?.limits;
  if (!limits) return [];
  const column = columnFieldOf(entity);
  const owner = ownerIn(limits, entity, admin.id);
  return [
    ...(limits.columns && column ? [where(column, 'in', limits.columns.length > 0 ? limits.columns : noIds)] : []),
    ...(owner ? [where('admin_id', '=', owner)] : []),
    ...(isProgramsLog(admin, entity) ? [where('username', '=', admin.username)] : []),
  ];
}

/** Those of the records that the caller's limits leave, also in the recycle bin. */
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

/** @throws CallError `not_found` for a record that the caller's limits hide */
export async function assertVisible(caller: Limited & { db: Db }, entity: Entity, id: number): Promise<void> {
  if (!(await visibleIds(caller, entity, [id])).has(id)) throw new CallError('not_found');
}

/**
 * A column goes to the recycle bin, comes back and is purged with its contents, so whoever sees only contents of their own
 * may do so only where all are. @throws CallError `column_others`
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
      .executeTakeFirst();
    if (other) throw new CallError('column_others');
  }
}

/** Whether two values of a field are the same; one that is absent is null. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What a form sends of a field that nobody has filled in. */
const isUnfilled = ({ kind, default: value }: Field, sent: unknown) =>
  [null, '', codecs[kind].empty, value].some((each) => isSame(sent, each)) || isSame(sent, {});

/**
 * Before anything else is said of what was sent: whether a value is already in use would tell of a field that the caller does not see.
 * @throws InvalidInput
 */
export function assertNothingHidden(caller: Limited, entity: Entity, sent: Values, before: Row | null): void {
  const refused = hiddenFields(caller, entity).filter(
    (name) => name in sent && (before !== null || !isUnfilled(entity.fields[name] as Field, sent[name])),
  );
  if (refused.length > 0)
    throw new InvalidInput(Object.fromEntries(refused.map((name) => [name, { key: 'field_locked' as const }])));
}

/**
 * The check of a write.
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
  // A column belongs where the column above it does.
  const column = columnFieldOf(entity);
  const own = column === 'id' ? 'pid' : column;
  const isPlaced = !before || (own && own in values && !isSame(values[own], before[own]));
  if (limits.columns && own && isPlaced && !limits.columns.includes(Number(values[own])))
    errors[own] = { key: 'column_beyond' };
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** What is typed of a locked field could never be saved. @throws InvalidInput */
export function assertMayType(caller: Limited, entity: Entity, values: Values): void {
  const refused = lockedFields(caller, entity).filter((name) => name in values);
  if (refused.length > 0)
    throw new InvalidInput(Object.fromEntries(refused.map((name) => [name, { key: 'field_locked' as const }])));
}

/** A column that the caller has made below its own is its own too. */
export function addOwnColumn({ admin }: Limited, { name }: Entity, id: number): void {
  if (name === 'column') admin?.limits?.columns?.push(id);
}
