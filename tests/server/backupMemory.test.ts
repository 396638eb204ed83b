import { execFile } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import { useBackupFolder } from '../support/backups.ts';
import { type DatabaseKind, makeStorage, type Storage } from '../support/server.ts';

const project = resolve(import.meta.dirname, '../..');
const tellMemory = `data:text/javascript,process.on('exit', () => console.log('most kB:', process.resourceUsage().maxRSS))`;
const newFile = useBackupFolder();

/** How much memory a command held at most, in MB. */
async function memoryOf(command: string, file: string, { dataDir, databaseUrl }: Storage): Promise<number> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  const args = ['--import', tellMemory, `server/commands/${command}.ts`, file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project, env });
  return Number(/most kB: (\d+)/.exec(stdout)?.[1]) / 1024;
}

const randomText = {
  sqlite: 'hex(randomblob(2000))',
  postgres: `(select string_agg(md5(n::text || k::text), '') from generate_series(1, 125) as of (k))`,
};

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  '700 MB on %s pass through less than 400 MB of memory',
  async (kind) => {
    const [site, empty] = [await makeStorage(kind, { withTables: true }), await makeStorage(kind)];
    try {
      const database = await openDatabase(site);
      await sql`insert into import_origin (source, source_id, entity, entity_id)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 25000)
      select n, substr(${sql.raw(randomText[kind])}, 1, 2000) || ${sql.raw(kind === 'sqlite' ? 'n' : 'n::text')}, 'article', n
      from numbers`.execute(database.db);
      await database.close();
      mkdirSync(join(site.dataDir, 'upload'));
      writeFileSync(join(site.dataDir, 'upload/large.bin'), '');
      truncateSync(join(site.dataDir, 'upload/large.bin'), 600e6);
      const file = newFile();
      expect(await memoryOf('backup', file, site)).toBeLessThan(400);
      expect(await memoryOf('verify', file, site)).toBeLessThan(400);
      expect(await memoryOf('restore', file, empty)).toBeLessThan(400);
    } finally {
      await site.remove();
      await empty.remove();
    }
  },
);
