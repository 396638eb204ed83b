import type { Database } from '../database/index.ts';
import { openConfigSecret } from './configSecret.ts';
import type { Secrets } from './secrets.ts';
import { isTotpReadable } from './totp.ts';

/** How many sealed values were sealed under another key: second factors and secrets of the configuration. */
export async function countUnreadable({ db }: Database, secrets: Secrets): Promise<number> {
  const factors = await db.selectFrom('totp').select('secret').where('pending', '=', 0).execute();
  const items = await db.selectFrom('config_item').select('value').where('type', '=', 'secret').execute();
  return (
    factors.filter(({ secret }) => !isTotpReadable(secrets, secret)).length +
    items.filter(({ value }) => value !== '' && openConfigSecret(secrets, value) === undefined).length
  );
}
