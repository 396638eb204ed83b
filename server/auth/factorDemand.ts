import { InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';

interface FactorDemand {
  factor: number;
  factor_days: number | null;
}

export const demandOf = (db: Db, roleId: number): Promise<FactorDemand | undefined> =>
  db.selectFrom('role').select(['factor', 'factor_days']).where('id', '=', roleId).executeTakeFirst();

/**
 * Nobody frees themselves of the second factor that is demanded of them, by another role or by another demand of their own.
 * @throws InvalidInput at `factor`
 */
export function assertDemandKept(
  before: FactorDemand | undefined,
  after: FactorDemand | undefined,
  field = 'factor',
): void {
  if (!before?.factor) return;
  const isKept = after?.factor && Number(after.factor_days ?? 0) <= Number(before.factor_days ?? 0);
  if (!isKept) throw new InvalidInput({ [field]: { key: 'factor_own' } }, 'factor_own');
}
