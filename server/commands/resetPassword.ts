import { loggedCommands } from '../../contract/entities/logs.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { endFactors } from '../auth/factors.ts';
import { forgetDevices } from '../auth/knownDevices.ts';
import { hashPassword, randomPassword } from '../auth/password.ts';
import { endSessions } from '../auth/session.ts';
import { forgetAttempts, forgetNetworks } from '../auth/signInThrottle.ts';
import { StartError } from '../core/errors.ts';
import { openSecrets, type Secrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import { bumpVersion } from '../database/dataVersion.ts';
import type { Database } from '../database/tables.ts';
import { runIfMain, withDatabase } from './run.ts';

const usage = 'Usage: npm run reset-password -- USERNAME [--totp]';

interface Wanted {
  username: string;
  /** Also turns the second factors off, for a lost device. */
  endsFactors: boolean;
}

/** @returns the password, which is not stored in plain text. @throws StartError if no administrator has that name */
async function resetPassword(database: Database, secrets: Secrets, { username, endsFactors }: Wanted): Promise<string> {
  const newPassword = randomPassword();
  const password = await hashPassword(newPassword);
  const now = toIsoSeconds(new Date());
  await database.transaction(async (db) => {
    const admin = await db
      .updateTable('admin')
      .set((set) => ({ password, must_change: 1, status: 1, locked_until: null, version: set('version', '+', 1) }))
      .set({ password_time: now, update_time: now })
      .where('username', '=', username)
      .returning('id')
      .executeTakeFirst();
    if (!admin) throw new StartError(`There is no administrator named "${username}".`);
    await endSessions(db, admin.id);
    await forgetAttempts(db, secrets, username);
    await forgetNetworks(db, admin.id);
    await forgetDevices(db, admin.id);
    if (endsFactors) await endFactors(db, admin.id);
    await bumpVersion(db, 'admin');
    const path = 'command/reset-password';
    await db
      .insertInto('operation_log')
      .values({
        admin_id: null,
        username: '',
        title: loggedCommands[path],
        path,
        params: '{}',
        target: 'admin',
        target_id: admin.id,
        before: null,
        after: null,
        code: 1,
        ip: '',
        user_agent: '',
        cost_ms: 0,
        batch: '',
        create_time: now,
      })
      .execute();
  });
  return newPassword;
}

export async function resetPasswordCommand(args: string[], settings: Settings): Promise<void> {
  const [username, ...more] = args.filter((arg) => arg !== '--totp');
  const endsFactors = args.includes('--totp');
  if (!username || more.length > 0) throw new StartError(usage);
  await withDatabase(settings, async (database) => {
    const password = await resetPassword(database, openSecrets(settings), { username, endsFactors });
    console.log(`The new password of "${username}" is ${password} (shown only now).`);
    if (endsFactors) console.log('The second factors are off.');
    console.log('It must be changed at the next sign-in. All sessions of this administrator have ended.');
  });
}

await runIfMain(import.meta, resetPasswordCommand);
