import type { FieldLimits } from '../../contract/roleLimits.ts';
import { dataVersionOf } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import { withDescendants } from './tree.ts';

/**
 * A role's limits: the records and fields that they leave of what its rules open (docs/contract.md, "Limits of a
 * role"). The engine applies them to every query and write of a caller; `admin: null` is the program itself, which has
 * none.
 */
export interface RoleLimits {
  /** Only contents of these columns, which include those below them; undefined for contents of all columns. */
  columns?: number[];
  /** Only contents that this administrator made. */
  owner?: number;
  fields: FieldLimits;
}

/** The limits as the role's record has them. */
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

/** Caches the ids of chosen columns and those below, by the chosen ids as stored, for one version of the columns. */
const branchesByDatabase = new WeakMap<Db, { version: number; ids: Map<string, number[]> }>();
const maxBranches = 1000;

async function branchesOf(db: Db, stored: string, columns: number[], version: number): Promise<number[]> {
  let known = branchesByDatabase.get(db);
  if (known?.version !== version || known.ids.size > maxBranches) {
    known = { version, ids: new Map() };
    branchesByDatabase.set(db, known);
  }
  let ids = known.ids.get(stored);
  if (!ids) {
    // Columns in the recycle bin are included, because what was deleted with them is still theirs.
    const rows = await db.selectFrom('column').select(['id', 'pid']).execute();
    ids = [...new Set(columns.flatMap((id) => withDescendants(rows, id)))];
    known.ids.set(stored, ids);
  }
  return [...ids];
}

/** Returns a role's limits; undefined if it has none. */
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
 * Returns the limits of a role that go beyond the caller's, because nobody may grant what they do not have. The columns
 * of a limited role must be among the caller's, and its fields limited at least as much.
 */
export function limitsBeyond(
  { limits }: { limits?: RoleLimits | undefined },
  stored: StoredLimits,
): (keyof StoredLimits)[] {
  if (!limits) return [];
  const { columns, fields } = parseLimits(stored);
  const own = new Set(limits.columns);
  const isWider = limits.columns && (columns.length === 0 || columns.some((id) => !own.has(id)));
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

/** Reads the limits of a role for work without a session. */
export async function limitsOfRole(db: Db, adminId: number, roleId: number): Promise<RoleLimits | undefined> {
  const role = await db
    .selectFrom('role')
    .select(['built_in', ...limitNames])
    .where('id', '=', roleId)
    .executeTakeFirst();
  return role && !role.built_in ? roleLimitsOf(db, adminId, role) : undefined;
}
