import { sql } from 'kysely';
import type { CallError } from '../core/errors.ts';
import { undone } from './generation.ts';
import type { Db } from './tables.ts';

/**
 * Does a part of a transaction; of one that is refused nothing is left, and the transaction goes on.
 * @param refusalOf tells a refusal from a failure
 * @returns the refusal, or undefined where the part was done
 * @throws a failure, after which the transaction is to be given up
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
