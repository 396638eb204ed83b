import { admin } from '../../contract/entities/admin.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { hashPassword } from '../../server/auth/password.ts';
import { openDatabase } from '../../server/database/index.ts';
import { type Database, generic } from '../../server/database/tables.ts';
import { seed } from '../../server/setup/seed.ts';
import { folder, password, startServer } from './servers.ts';

const tries = 200;
const warmUp = 20;
const nameOf = (n: number) => `known-name-${n}`;
const numberOf = (known: boolean, n: number) => `13${known ? 8 : 9}${String(n).padStart(8, '0')}`;

/** Whether time tells known user names and numbers from unknown ones: medians of interleaved tries, each of its own. */
export async function benchSignIn(): Promise<void> {
  const dataDir = folder('sign-in');
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
  await fillAdmins(database);
  await database.close();
  const { url } = await startServer(dataDir, { env: { TRUST_PROXY: '127.0.0.1', SMS_CONSOLE: '1' } });
  console.log(`\nSQLite, ${tries} tries of each, in turn; medians in ms\n`);
  console.log(['', 'known', 'unknown', 'ratio'].map((cell) => cell.padStart(14)).join(''));
  await compare('wrong password', (known, n) =>
    send(`${url}/api/auth.auth/login`, { username: known ? nameOf(n) : `strange-name-${n}`, password: 'a wrong one' }),
  );
  await compare('SMS code', (known, n) => send(`${url}/api/auth.auth/sendVerify`, { mobile: numberOf(known, n) }));
}

async function fillAdmins(database: Database): Promise<void> {
  const hash = await hashPassword(password);
  const now = toIsoSeconds(new Date());
  await database.transaction(async (db) => {
    const { id: groupId } = await db.selectFrom('role').select('id').executeTakeFirstOrThrow();
    for (let n = 0; n < tries + warmUp; n++) {
      const named = { username: nameOf(n), mobile: numberOf(true, n), password: hash, groupId };
      await generic(db)
        .insertInto(admin.name)
        .values({ ...named, create_time: now, update_time: now })
        .execute();
    }
  });
}

async function compare(what: string, once: (known: boolean, n: number) => Promise<void>): Promise<void> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let n = 0; n < tries + warmUp; n++) {
    // Who goes first changes, so that what the one leaves behind does not fall on the other alone.
    for (const known of n % 2 ? [true, false] : [false, true]) {
      const begun = performance.now();
      await once(known, n);
      if (n >= warmUp) times[known ? 'known' : 'unknown'].push(performance.now() - begun);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  console.log(
    [what, known.toFixed(2), unknown.toFixed(2), (known / unknown).toFixed(3)]
      .map((cell) => cell.padStart(14))
      .join(''),
  );
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

let peers = 0;

/** Each from another address: the limits are not what is measured. */
async function send(url: string, params: Record<string, string>): Promise<void> {
  peers++;
  const headers = { 'x-forwarded-for': `10.7.${peers >> 8}.${peers & 255}` };
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(params) });
  await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}
