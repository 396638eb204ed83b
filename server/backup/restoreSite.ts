import { createWriteStream, existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { StartError } from '../core/errors.ts';
import { keyFile, openSecrets, type Secrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import { derive } from '../database/derived/index.ts';
import { quoted } from '../database/derived/scaled.ts';
import { assertUsable, lockSchema, runMigrations } from '../database/migrate.ts';
import { isCausedByValues } from '../database/outage.ts';
import { isBusy } from '../database/sqlite.ts';
import type { Db } from '../database/tables.ts';
import { endRestore, hasMovedFor, markMoved, restoringFolder } from '../database/unfinishedRestore.ts';
import { fileFolders, flush } from './archive.ts';
import { type Backup, readArchive } from './readArchive.ts';
import { openSums } from './rows.ts';
import { withoutSecret, withSecret } from './sealed.ts';
import { openPostgresStore, openSqliteStore, type Store } from './store.ts';

type Site = Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey'>;

/**
 * Restores a backup into an empty site of either kind of database, completely or not at all.
 * @returns the backup, after its rows were read again from the new tables and compared
 * @throws StartError if the backup is refused or the site is not empty
 */
export async function restoreSite(site: Site, path: string, passphrase: string | undefined): Promise<Backup> {
  const backup = await readArchive(path, passphrase);
  const { dataDir, databaseUrl } = site;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!databaseUrl) assertNoDatabase(dataDir);
  const unlock = lockFolder(dataDir);
  let store: Store | undefined;
  try {
    if (databaseUrl) store = await openPostgresStore(databaseUrl);
    if (store) await store.snapshot(assertNoTables);
    await removeUnfinished(site);
    assertNoFiles(dataDir);
    await loadOrUndo(site, store, (db, into) => fill({ db, store: into, backup, path, site }));
  } finally {
    await store?.close();
    unlock();
  }
  return backup;
}

/**
 * Keeps other restores out of the folder until it is unlocked or the process ends, because SQLite's lock of an empty
 * file ends with its holder.
 */
function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'restoring.lock');
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new StartError(`Another restore into ${dataDir} is going on.`) : error;
  }
  return () => {
    lock.close();
    rmSync(path);
  };
}

type Fill = (db: Db, store: Store) => Promise<void>;

async function loadOrUndo(site: Site, postgres: Store | undefined, fill: Fill): Promise<void> {
  const { dataDir } = site;
  let isCommitting = false;
  try {
    await mkdir(restoringFolder(dataDir), { mode: 0o700 });
    if (!postgres) await loadSqlite(site, fill);
    else
      await postgres.load(async (db) => {
        await lockSchema(db);
        await assertNoTables(db); // a server may have started since
        await fill(db, postgres);
        await moveFiles(site);
        isCommitting = true;
      });
  } catch (error) {
    // The connection may have broken after the commit. The next restore finds out whether the files belong to anything.
    if (isCommitting) throw error;
    await removeUnfinished(site);
    throw isOfContent(error) ? new StartError(`Its rows do not fit together: ${(error as Error).message}.`) : error;
  }
  await endRestore(site);
}

/** Whether the rows are the reason. A migration may fail on values that no site holds, with any error. */
const isOfContent = (error: unknown) => !(error instanceof StartError) && isCausedByValues(error);

function assertNoDatabase(dataDir: string): void {
  const path = ['rtop.db', 'rtop.db-wal'].map((name) => join(dataDir, name)).find(existsSync);
  if (path) throw new StartError(`There is ${path} already. Restore into an empty folder: set another DATA_DIR.`);
}

async function assertNoTables(db: Db): Promise<void> {
  await assertUsable(db);
  const query = sql<{ n: number }>`select count(*) as n from pg_tables where schemaname = current_schema()`;
  const { rows } = await query.execute(db);
  if (Number(rows[0]?.n) > 0)
    throw new StartError('The database is not empty. Restore into an empty one: set another DATABASE_URL.');
}

/**
 * Removes what an unfinished restore into this database left behind. The caller knows that there is no database.
 * @throws StartError if that restore was into another database
 */
async function removeUnfinished(site: Site): Promise<void> {
  const { dataDir } = site;
  if (hasMovedFor(site))
    for (const folder of fileFolders) await rm(join(dataDir, folder), { recursive: true, force: true });
  await rm(restoringFolder(dataDir), { recursive: true, force: true });
}

function assertNoFiles(dataDir: string): void {
  const taken = fileFolders
    .map((name) => join(dataDir, name))
    .find((path) => statSync(path, { throwIfNoEntry: false }) && readdirSync(path).length > 0);
  if (taken) throw new StartError(`There are files in ${taken} already. Restore into an empty folder.`);
  const link = fileFolders
    .map((name) => join(dataDir, name))
    .find((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link) throw new StartError(`${link} is a link. Restore into an empty folder.`);
}

/** The database is a file in the staging folder until everything else is in place. */
async function loadSqlite(site: Site, fill: Fill): Promise<void> {
  const { dataDir } = site;
  const staged = join(restoringFolder(dataDir), 'rtop.db');
  const store = openSqliteStore(staged);
  try {
    await store.load((db) => fill(db, store));
  } finally {
    await store.close();
  }
  assertNoDatabase(dataDir); // a server may have started since
  await moveFiles(site);
  await rename(staged, join(dataDir, 'rtop.db'));
  await flush(dataDir);
}

async function moveFiles(site: Site): Promise<void> {
  const { dataDir } = site;
  const staging = restoringFolder(dataDir);
  await markMoved(site);
  await flush(staging);
  for (const folder of fileFolders) {
    if (!existsSync(join(staging, folder))) continue;
    if (existsSync(join(dataDir, folder))) await rmdir(join(dataDir, folder)); // it is empty
    await rename(join(staging, folder), join(dataDir, folder));
  }
  if (existsSync(join(staging, keyFile))) await rename(join(staging, keyFile), join(dataDir, keyFile));
  await flush(dataDir);
}

interface Filling {
  db: Db;
  store: Store;
  backup: Backup;
  path: string;
  site: Site;
}

/** Makes the tables of the version that made the backup, fills them, compares them, and then migrates them. */
async function fill({ db, store, backup, path, site }: Filling): Promise<void> {
  const { info, shapes, secrets: plain, manifest } = backup;
  await runMigrations(db, info.migrations.at(-1));
  const references = store.kind === 'postgres' ? await dropReferences(db) : [];
  for (const name of shapes.keys()) await sql.raw(`delete from ${quoted(name)}`).execute(db);
  const staging = restoringFolder(site.dataDir);
  // A new key goes into the staging folder, because a server would take one in the data folder for a sign of a site.
  const hasKey = existsSync(join(site.dataDir, keyFile));
  const secrets = plain && openSecrets({ secretKey: site.secretKey, dataDir: hasKey ? site.dataDir : staging });
  // The first reading has opened the secrets.
  await readArchive(path, undefined, {
    rows: async (shape, rows) => {
      const sealed = plain && secrets ? rows.map((row) => withSecret(shape.name, row, plain, secrets)) : rows;
      await store.insert(shape, sealed).catch((error: Error) => {
        throw new StartError(
          `The rows of ${shape.name} ${isOfContent(error) ? 'do not fit' : 'cannot be stored'}: ${error.message}.`,
        );
      });
    },
    file: (name, content) => writeStaged(join(staging, name), content),
  });
  for (const constraint of references) await sql.raw(constraint).execute(db);
  for (const shape of shapes.values()) {
    const { last } = manifest.tables[shape.name] ?? {};
    if (last !== undefined) await store.setSequence(shape, last);
  }
  await compare(store, backup, secrets);
  await runMigrations(db);
  await derive(db, store.kind);
  // PostgreSQL looks at the new rows by itself a minute later; until then searches would read whole tables.
  if (store.kind === 'postgres') await sql`analyze`.execute(db);
}

/** @returns the statements that make the references again, which then check every row */
async function dropReferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db);
  for (const { table, name } of rows) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}

async function writeStaged(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(content, createWriteStream(path, { mode: 0o644, flush: true }));
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException;
    throw syscall ? new StartError(`${path.slice(0, 300)} cannot be written: ${code}.`) : error;
  }
}

async function compare(store: Store, { shapes, manifest }: Backup, secrets: Secrets | undefined): Promise<void> {
  const sums = openSums(shapes.keys());
  for (const shape of shapes.values())
    for await (const row of store.rows(shape)) sums.add(shape.name, withoutSecret(shape.name, row, secrets));
  const other = sums.differing(manifest.tables);
  if (other)
    throw new StartError(`The table ${other.name} did not arrive as it was: ${other.rows} rows of ${other.told}.`);
}
