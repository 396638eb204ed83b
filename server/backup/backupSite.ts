import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, opendir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { StartError } from '../core/errors.ts';
import { version } from '../core/program.ts';
import { openSecrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import type { Db } from '../database/tables.ts';
import {
  type ArchiveWriter,
  fileFolders,
  isPortablePath,
  type Manifest,
  maxBytes,
  numbered,
  paths,
  type SiteInfo,
  writeArchive,
} from './archive.ts';
import { spelled } from './readManifest.ts';
import { openSum } from './rows.ts';
import { type TableShape, tablesAfter } from './schema.ts';
import { type PlainSecrets, sealSecrets, withoutSecret } from './sealed.ts';
import { openPostgresStore, openSqliteStore, type Store } from './store.ts';

export interface BackupReport {
  tables: number;
  rows: number;
  files: number;
  /** Symbolic links among the files, which are left out. */
  links: number;
  /** Secrets that are sealed under the passphrase. */
  secrets: number;
  /** Secrets that are left out, because there is no passphrase. */
  leftOut: number;
  /** Secrets that this server's key does not open. */
  unreadable: number;
  /** Files in a bucket, which stay there. */
  inBucket: number;
}

type Site = Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey'>;

export interface BackupOptions {
  passphrase?: string | undefined;
  /** Counts up while the backup is written. */
  report?: BackupReport;
}

export const emptyReport = (): BackupReport => ({
  tables: 0,
  rows: 0,
  files: 0,
  links: 0,
  secrets: 0,
  leftOut: 0,
  unreadable: 0,
  inBucket: 0,
});

/** Writes a consistent picture of a site, also of one whose server is running. */
export async function backupSite(
  site: Site,
  path: string,
  { passphrase, report = emptyReport() }: BackupOptions = {},
): Promise<BackupReport> {
  if (existsSync(path)) throw new StartError(`There is a file ${path} already. Name another one.`);
  const store = await openSiteStore(site);
  try {
    await writeArchive(path, async (archive) => {
      // Files are copied before the tables, and new ones again after them, so that no file of a record is missed.
      const began = Date.now();
      const applied = await store.snapshot(appliedMigrations);
      await archive.part(paths.site, Buffer.from(JSON.stringify(infoOf(store, applied), null, 1)));
      const taken = new Set<string>();
      await addFiles(archive, site.dataDir, report, (found) => {
        if (found.ctimeMs >= began - clockSlackMs) taken.add(stateOf(found));
        return true;
      });
      const [tables, plain] = await store.snapshot((db) => addTables(archive, store, db, { site, passphrase, report }));
      // Skips files that the first pass copied and that have not changed since.
      const isNew = (found: Found) => found.ctimeMs >= began - clockSlackMs && !taken.has(stateOf(found));
      await addFiles(archive, site.dataDir, report, isNew);
      if (passphrase) await archive.part(paths.secrets, sealSecrets(plain, passphrase));
      await archive.end({ tables, secrets: plain.size });
    });
  } finally {
    await store.close();
  }
  return report;
}

/** A file's times may lag by so many milliseconds, because they are those of the kernel's last tick. */
const clockSlackMs = 100;

/** @throws StartError if there is no database */
export async function openSiteStore({ dataDir, databaseUrl }: Pick<Site, 'dataDir' | 'databaseUrl'>): Promise<Store> {
  const path = join(dataDir, 'rtop.db');
  if (databaseUrl) return openPostgresStore(databaseUrl);
  if (existsSync(path)) return openSqliteStore(path);
  throw new StartError(`There is no database ${path}. Set DATA_DIR or DATABASE_URL to those of the site.`);
}

/** @throws StartError if the database holds no site */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) throw new StartError('The database holds no site.');
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

const infoOf = ({ kind }: Store, migrations: string[]): SiteInfo => ({
  format: 1,
  program: `rtop-admin ${version}`,
  created: toIsoSeconds(new Date()),
  database: kind,
  migrations,
});

interface Taking {
  site: Site;
  passphrase: string | undefined;
  report: BackupReport;
}

async function addTables(
  archive: ArchiveWriter,
  store: Store,
  db: Db,
  { site, passphrase, report }: Taking,
): Promise<[Manifest['tables'], PlainSecrets]> {
  const secrets = passphrase ? openSecrets(site) : undefined;
  const plain: PlainSecrets = new Map();
  const take = (key: string, text: string | undefined) => {
    if (!passphrase) report.leftOut++;
    else if (text === undefined) report.unreadable++;
    else plain.set(key, text);
  };
  const tables: Manifest['tables'] = {};
  for (const shape of (await tablesAfter(await appliedMigrations(db))).values()) {
    const sum = openSum();
    const add = openParts(archive, shape);
    for await (const stored of store.rows(shape)) {
      const row = withoutSecret(shape.name, stored, secrets, take);
      if (shape.name === 'media' && row.storage === 'cos') report.inBucket++;
      sum.add(row);
      report.rows++;
      await add.row(`${JSON.stringify(row)}\n`, row.id);
    }
    await add.end();
    const result = sum.result();
    tables[shape.name] = { ...result, ...(shape.hasSequence && { last: await store.sequence(shape) }) };
    report.tables++;
  }
  report.secrets = plain.size;
  return [tables, plain];
}

const partLength = 1024 * 1024;
/** A UTF-16 code unit has at most so many bytes in UTF-8. */
const maxBytesOfUnit = 3;

function openParts(archive: ArchiveWriter, { name }: TableShape) {
  let lines: string[] = [];
  let length = 0;
  let n = 0;
  const end = async () => {
    if (lines.length === 0) return;
    n++;
    await archive.lines(numbered(`tables/${name}`, n, 'ndjson.zst'), lines);
    lines = [];
    length = 0;
  };
  return {
    row: async (line: string, id: unknown) => {
      if (line.length > maxBytes.rows / maxBytesOfUnit && Buffer.byteLength(line) > maxBytes.rows)
        throw new StartError(
          `The row ${id} of ${name} is larger than the ${maxBytes.rows / 2 ** 20} MB that a backup takes. Make it smaller.`,
        );
      if (length + line.length > maxBytes.rows / maxBytesOfUnit) await end();
      lines.push(line);
      length += line.length;
      if (length >= partLength) await end();
    },
    end,
  };
}

interface Found {
  path: string;
  ino: number;
  ctimeMs: number;
}

const stateOf = ({ path, ino, ctimeMs }: Found) => `${ino} ${ctimeMs} ${path}`;

async function addFiles(
  archive: ArchiveWriter,
  dataDir: string,
  report: BackupReport,
  isWanted: (found: Found) => boolean,
): Promise<void> {
  let links = 0;
  for (const folder of fileFolders) {
    const root = join(dataDir, folder);
    if (!existsSync(root)) continue;
    for await (const found of await opendir(root, { recursive: true })) {
      if (found.isSymbolicLink()) links++;
      if (!found.isFile()) continue;
      const path = join(found.parentPath, found.name);
      const file = await openIfThere(path);
      if (!file) continue;
      try {
        const { ino, ctimeMs } = await file.stat();
        if (!isWanted({ path, ino, ctimeMs })) continue;
        const stored = relative(dataDir, path).split(sep).join('/');
        // A restore would refuse the whole backup because of such a path.
        if (!isPortablePath(stored))
          throw new StartError(
            `${spelled(stored)} cannot be in a backup: there is a backslash or a control character in its name. Rename it.`,
          );
        await archive.file(`files/${stored}`, file);
        report.files++;
      } finally {
        await file.close();
      }
    }
  }
  report.links = links;
}

/** Returns undefined if the file was deleted meanwhile, or replaced by a link. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
