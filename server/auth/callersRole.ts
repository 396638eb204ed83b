import { sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import { calls, rulesOf } from '../../contract/index.ts';
import type { Param } from '../database/statements.ts';
import { type Db, isPostgres } from '../database/tables.ts';
import type { StoredLimits } from '../engine/roleLimits.ts';
import { grantedRules } from './rights.ts';

/** The columns that every request reads of its caller's role. */
export interface CallersRole extends StoredLimits {
  roleId: number;
  built_in: number;
  /** The rules of the call that the role holds, as JSON. */
  held: string;
}

/** A call can be made with any of these rules until its parameters are read. */
const rulesFor = (call: Call) => [...rulesOf(call), ...(call.orRule ? [call.orRule] : [])];
const maxRules = Math.max(...[...calls.values()].map(({ call }) => rulesFor(call).length));
const ruleParams = Array.from({ length: maxRules }, (_, at) => `rule.${at}`);

const jsonOfPaths = (db: Db) =>
  isPostgres(db) ? sql<string>`coalesce(json_agg(path), '[]')::text` : sql<string>`json_group_array(path)`;

/** Selects the columns of `CallersRole` from the table `role`. Its parameters are `askedRules`. */
export const callersRole = (db: Db, param: Param) =>
  [
    ...(['role.id as roleId', 'role.built_in', 'role.columns', 'role.own_only', 'role.field_limits'] as const),
    sql<string>`case when role.built_in = 1 then '[]' else ${grantedRules(db)
      .where('owner_id', '=', sql.ref<number>('role.id'))
      .where('path', 'in', ruleParams.map(param))
      .select(jsonOfPaths(db).as('paths'))} end`.as('held'),
  ] as const;

/** Returns the values of the parameters of `callersRole`. */
export function askedRules(call: Call | undefined): Record<string, string> {
  const rules = call ? rulesFor(call) : [];
  return Object.fromEntries(ruleParams.map((name, at) => [name, rules[at] ?? '']));
}
