import { article } from '../../contract/entities/article.ts';
import { column as columnEntity } from '../../contract/entities/column.ts';
import { single } from '../../contract/entities/single.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { contractRules } from '../auth/contractRules.ts';
import { hashPassword, randomPassword } from '../auth/password.ts';
import { findPasswordFlaw } from '../auth/weakPasswords.ts';
import { newRecordStamps } from '../core/clock.ts';
import { StartError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import { seedConfig } from '../database/configItems.ts';
import { inStep } from '../database/migrate.ts';
import type { Database, Db } from '../database/tables.ts';
import type { UnitOfWork } from '../engine/callContext.ts';
import { registerFeatures } from '../engine/hooks.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { type SampleArticle, type SampleColumn, sampleAuthor, sampleColumns } from './sampleContent.ts';
import { sampleShop } from './sampleShop.ts';

const now = () => toIsoSeconds(new Date());
const stamps = () => ({ sort: 0, ...newRecordStamps() });

/** An existing database only gets the contract's new rules. @returns the password if a random one was made */
export async function seed(
  database: Database,
  settings: Pick<Settings, 'adminUsername' | 'adminPassword' | 'sampleSite'>,
): Promise<{ isNew: boolean; password?: string }> {
  // A second process that starts waits for it and then finds everything in place.
  return inStep(database, async (db) => {
    await seedRules(db);
    await seedConfig(db);
    if (await db.selectFrom('admin').select('id').executeTakeFirst()) return { isNew: false };
    const password = await seedAdmin(db, settings);
    if (settings.sampleSite) await sampleSite(db);
    return { isNew: true, ...(password && { password }) };
  });
}

const flawsInWords = {
  password_common: 'is among the commonest passwords',
  password_names: 'is made only of names of the account or the site',
};

async function seedAdmin(db: Db, settings: Pick<Settings, 'adminUsername' | 'adminPassword'>) {
  const { id } = await db
    .insertInto('role')
    .values({ title: '超级管理员', built_in: 1, ...stamps() } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { adminUsername: username, adminPassword } = settings;
  const flaw = adminPassword && (await findPasswordFlaw(db, adminPassword, { username }));
  if (flaw) throw new StartError(`ADMIN_PASSWORD ${flawsInWords[flaw]}. Choose another.`);
  const newPassword = settings.adminPassword ? undefined : randomPassword();
  const password = await hashPassword(settings.adminPassword ?? newPassword ?? '');
  await db
    .insertInto('admin')
    .values({
      username,
      password,
      groupId: id,
      status: 1,
      must_change: newPassword ? 1 : 0,
      password_time: now(),
      ...stamps(),
    } as never)
    .execute();
  return newPassword;
}

/** Calls of no entity are listed under the screen of their namespace. */
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

const daysBefore = (days: number) => toIsoSeconds(new Date(Date.now() - days * 24 * 3600_000));

/** Fills a new database with a small site, so that every screen shows something. Its first column is the home page. */
async function sampleSite(db: Db): Promise<void> {
  const { features } = await import('../features.ts'); // most of the program, which a start with a database need not wait for
  registerFeatures(features);
  const context: UnitOfWork = { db, admin: null, note: () => {} };
  for (const column of sampleColumns) await addColumn(context, column, null);
  const home = db.selectFrom('column').select((select) => select.fn.min('id').as('id'));
  await db.updateTable('column').set({ is_home: 1 }).where('id', '=', home).execute();
  await sampleShop(context);
}

async function addColumn(
  context: UnitOfWork,
  { page, articles, children, ...fields }: SampleColumn,
  pid: number | null,
) {
  const draft = { ...fields, pid, model: page ? 'single' : 'article' };
  const { id } = await lifecycle.create(context, columnEntity, draft);
  if (page) await lifecycle.create(context, single, { ...page, ...shared(0), col_id: id, title: fields.title });
  // Oldest first, because lists show the newest record first.
  const byAge = (articles ?? []).toSorted((a, b) => (b.daysAgo ?? 0) - (a.daysAgo ?? 0));
  for (const sample of byAge) await addArticle(context, sample, id);
  for (const child of children ?? []) await addColumn(context, child, id);
}

async function addArticle(context: UnitOfWork, { daysAgo, ...fields }: SampleArticle, col_id: number) {
  await lifecycle.create(context, article, { ...fields, ...shared(daysAgo), col_id });
}

const shared = (daysAgo: number | undefined) => ({
  author: sampleAuthor,
  status: daysAgo === undefined ? 0 : 1,
  publish_time: daysAgo === undefined ? null : daysBefore(daysAgo),
});
