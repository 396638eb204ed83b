import { type Kysely, sql } from 'kysely';

/** Telephone numbers are kept in one form. One that somebody else has in that form already stays as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['admin', 'user']) {
    const { rows } = await sql<{ id: number; mobile: string }>`
      select id, mobile from ${sql.table(table)} where mobile <> '' order by id`.execute(db);
    const taken = new Set(rows.map(({ mobile }) => mobile));
    for (const { id, mobile } of rows) {
      const number = phoneNumberOf(mobile);
      if (number === mobile || number === '' || taken.has(number)) continue;
      taken.add(number);
      await sql`update ${sql.table(table)} set mobile = ${number} where id = ${id}`.execute(db);
    }
  }
}

/** As it was when this landed. */
function phoneNumberOf(typed: string): string {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s().\-\u2010-\u2015]/g, '')
    .replace(/^00/, '+');
  return digits.replace(/^\+?86(?=1\d{10}$)/, '');
}
