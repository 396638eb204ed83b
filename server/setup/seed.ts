import { toIsoSeconds } from '../../contract/kinds.ts';
import { contractRules } from '../auth/contractRules.ts';
import { hashPassword, isCommonPassword, randomPassword } from '../auth/password.ts';
import { newRecordStamps } from '../core/clock.ts';
import { StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { seedConfig } from '../database/configItems.ts';
import type { Database, Db } from '../database/tables.ts';
import { sampleSite } from './sample.ts';

const now = () => toIsoSeconds(new Date());
const stamps = () => ({ sort: 0, ...newRecordStamps() });

/**
 * Adds what a new database needs: rules for every screen and call, the super administrator, a sample site. In an existing
 * database it only adds the contract's new rules; manually created rules stay.
 * @returns whether the database was new, and the administrator's password if a random one was just made
 */
export async function seed(
  database: Database,
  settings: Pick<Settings, 'adminUsername' | 'adminPassword' | 'sampleSite'>,
): Promise<{ isNew: boolean; password?: string }> {
  return database.transaction(async (db) => {
    // A second process that starts waits here and then finds everything in place.
    await db
      .insertInto('generation')
      .values({ entity: 'seed', n: 0 })
      .onConflict((c) => c.doNothing())
      .execute();
    await db
      .updateTable('generation')
      .set((set) => ({ n: set('n', '+', 1) }))
      .where('entity', '=', 'seed')
      .execute();
    await seedRules(db);
    await seedConfig(db);
    if (await db.selectFrom('admin').select('id').executeTakeFirst()) return { isNew: false };
    const password = await seedAdmin(db, settings);
    if (settings.sampleSite) await sampleSite(db);
    return { isNew: true, ...(password && { password }) };
  });
}

async function seedAdmin(db: Db, settings: Pick<Settings, 'adminUsername' | 'adminPassword'>) {
  const { id } = await db
    .insertInto('role')
    .values({ title: '超级管理员', built_in: 1, ...stamps() } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (settings.adminPassword && (await isCommonPassword(settings.adminPassword, settings.adminUsername)))
    throw new StartError('ADMIN_PASSWORD is among the commonest passwords. Choose another.');
  const made = settings.adminPassword ? undefined : randomPassword();
  const password = await hashPassword(settings.adminPassword ?? made ?? '');
  await db
    .insertInto('admin')
    .values({
      ...{ username: settings.adminUsername, password, groupId: id, status: 1 },
      ...{ must_change: made ? 1 : 0, password_time: now(), ...stamps() },
    } as never)
    .execute();
  return made;
}

/**
 * Adds a rule for each screen, and below it one for each call of its entities. Other calls are listed under the screen of
 * their namespace.
 */
async function seedRules(db: Db): Promise<void> {
  const known = new Map(
    (await db.selectFrom('rule').select(['id', 'path']).execute()).map((row) => [row.path, row.id]),
  );
  for (const { title, path, parent } of contractRules()) {
    if (known.has(path)) continue;
    const pid = parent ? known.get(parent) : undefined;
    const { id } = await db
      .insertInto('rule')
      .values({ title, path, pid: pid ?? null, show: 1, ...stamps() } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    known.set(path, id);
  }
}
