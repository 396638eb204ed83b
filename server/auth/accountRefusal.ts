import { sql } from 'kysely';
import { whileMustChange } from '../../contract/calls/auth.ts';
import { whileFactorNeeded } from '../../contract/calls/passkey.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { latestPlausibleTime } from '../core/clock.ts';
import { InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import { hasPasskeySql, hasTotpSql } from './accounts.ts';

const dayMs = 24 * 3600_000;

export const factorSince = sql<
  string | null
>`case when own.factor = 1 and not (${hasTotpSql} or ${hasPasskeySql}) then own.factor_since end`.as('factor_since');

/** Selects administrators with the columns that may stop them, whatever rights their role has. */
export const selectAccounts = (db: Db) =>
  db
    .selectFrom('admin')
    .innerJoin('role as own', 'own.id', 'admin.groupId')
    .select(['admin.id', 'admin.username', 'admin.nickname', 'own.id as groupId', 'admin.status', 'admin.must_change'])
    .select([sql<string>`admin.create_time`.as('registered'), 'own.factor_days', factorSince]);

/** How the administrator's own role demands a second factor. `factor_since` is null unless one is missing. */
export interface FactorDemand {
  factor_since: string | null;
  factor_days: number | null;
  registered: string;
}

/** Returns why an administrator may not make a call yet, whatever the role's rights. @param path of the call */
export function accountRefusal(
  account: FactorDemand & { must_change: number },
  path: string,
): 'must_change' | 'factor_needed' | undefined {
  if (account.must_change && !whileMustChange.includes(path)) return 'must_change';
  const due = factorDue(account);
  const isOver = due !== undefined && due <= toIsoSeconds(new Date());
  return isOver && !whileFactorNeeded.includes(path) ? 'factor_needed' : undefined;
}

/** Returns when the time to set up the second factor that the role demands ends; undefined if nothing is due. */
export function factorDue({ factor_since, factor_days, registered }: FactorDemand): string | undefined {
  if (factor_since === null) return undefined;
  const since = factor_since > registered ? factor_since : registered;
  // A later time was written by a clock that was ahead, so the time to set it up counts as over.
  const from = since > latestPlausibleTime() ? 0 : Date.parse(since);
  return toIsoSeconds(new Date(from + Number(factor_days ?? 0) * dayMs));
}

type RoleDemand = { factor: number; factor_days: number | null } | undefined;

export const demandOfRole = (db: Db, roleId: number): Promise<RoleDemand> =>
  db.selectFrom('role').select(['factor', 'factor_days']).where('id', '=', roleId).executeTakeFirst();

/**
 * Nobody may escape the second factor that is demanded of them by taking another role or changing their own.
 * @throws InvalidInput at `field`
 */
export function assertDemandKept(before: RoleDemand, after: RoleDemand, field: 'factor' | 'groupId'): void {
  if (!before?.factor) return;
  const isKept = after?.factor && Number(after.factor_days ?? 0) <= Number(before.factor_days ?? 0);
  if (!isKept) throw new InvalidInput({ [field]: { key: 'factor_own' } }, 'factor_own');
}
