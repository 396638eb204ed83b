import { sql } from 'kysely';
import type { CallError } from '../core/errors.ts';
import { undone } from './generation.ts';
import type { Db } from './tables.ts';

/**
 * Runs a part of a transaction. If it is refused, it is rolled back and the transaction continues.
 * @param refusalOf distinguishes a refusal from a failure
 * @returns the refusal, or undefined if the part succeeded
 * @throws a failure, after which the transaction must be rolled back
 */
export async function inSavepoint(
  db: Db,
  work: () => Promise<unknown>,
  refusalOf: (error: Error) => CallError | undefined,
): Promise<CallError | undefined> {
  await sql`savepoint part`.execute(db);
  let refusal: CallError | undefined;
  try {
    await work();
  } catch (error) {
    refusal = refusalOf(error as Error);
    if (!refusal) throw error;
    await sql`rollback to savepoint part`.execute(db);
    undone(db);
  }
  await sql`release savepoint part`.execute(db);
  return refusal;
}
