import { InvalidInput } from '../core/errors.ts';
import type { AppServices, Caller, SignedIn } from '../engine/callContext.ts';
import { factorsOf } from './factors.ts';
import { verifyPassword } from './password.ts';
import { assertFactorCode } from './totp.ts';

/**
 * For what a stolen session must not do: the caller's password, and a code if the second factor is on.
 * @throws InvalidInput at `password` or `code`
 */
export async function confirmIdentity(
  { db, admin, database, secrets }: Caller & Pick<AppServices, 'database' | 'secrets'>,
  { password, code = '' }: { password: string; code?: string | undefined },
): Promise<void> {
  const { id } = admin as SignedIn;
  const row = await db.selectFrom('admin').select('password').where('id', '=', id).executeTakeFirstOrThrow();
  if (!(await verifyPassword(row.password, password))) throw new InvalidInput({ password: { key: 'password_wrong' } });
  if ((await factorsOf(db, id)).length > 0) await database.transaction((tx) => assertFactorCode(tx, secrets, id, code));
}
