import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredRow } from '../backup/rows.ts';
import { sealedTables, withoutSecret } from '../backup/sealed.ts';
import { keyFile, openSecrets } from '../core/secrets.ts';
import { generic } from '../database/tables.ts';
import { type Difference, examples, inSnapshot, plural } from './check.ts';

/** Whether this server's key opens what was sealed with it. */
export const checkSealedValues = inSnapshot(async (db, { settings }) => {
  // A key that is not there is not made: it would open nothing.
  const hasKey = settings.secretKey !== undefined || existsSync(join(settings.dataDir, keyFile));
  const secrets = hasKey ? openSecrets(settings) : undefined;
  const closed: string[] = [];
  for (const table of sealedTables)
    for (const row of await generic(db).selectFrom(table).selectAll().execute())
      withoutSecret(table, row as StoredRow, secrets, (key, text) => {
        if (text === undefined) closed.push(key);
      });
  const why = hasKey ? 'another key' : 'a key, and there is none';
  return closed.length === 0
    ? []
    : ([
        {
          sentence: `${plural(closed.length, 'secret')} ${closed.length === 1 ? 'was' : 'were'} sealed with ${why}${examples(closed)}.`,
        },
      ] as Difference[]);
});
