import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { restoreSite } from '../../server/backup/restoreSite.ts';
import { openSecrets } from '../../server/core/secrets.ts';
import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import { markMoved } from '../../server/database/unfinishedRestore.ts';
import { seed } from '../../server/setup/seed.ts';
import { fillSite, manifestOf, odd, passphrase, useBackupFolder } from '../support/backups.ts';
import { bothDatabases, testedDatabases } from '../support/databases.ts';
import { pollTimeoutMs } from '../support/pollTimeout.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { type DatabaseKind, describeEachDatabase, makeStorage, type Storage, startServer } from '../support/server.ts';

/** Reads every row of the program's tables, except derived ones, in an order that both databases share. */
async function dump({ db }: Database): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const own = tables.filter((name) => !/_search|_pinyin$|^(derived|import_origin|sqlite_)/.test(name));
  const dumped: Record<string, string[]> = {};
  for (const name of own.toSorted()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const lines = rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))));
    // A counter at zero may or may not have a row.
    dumped[name] = lines.filter((line) => !line.includes('["n",0]')).toSorted();
  }
  return dumped;
}

describeEachDatabase(
  'a backup of',
  (server, from) => {
    /** The databases to restore into in tests that do not depend on what the backup was made from. */
    const targetDatabases = testedDatabases.includes(from) ? bothDatabases : [];
    const newFile = useBackupFolder();
    const storages: Storage[] = [];
    const target = async (kind: DatabaseKind) => {
      const storage = await makeStorage(kind);
      storages.push(storage);
      return storage;
    };
    let site: Awaited<ReturnType<typeof fillSite>>;
    const [file, passphraseFile] = ['', ''];
    const made = { file, passphraseFile };
    beforeAll(async () => {
      site = await fillSite(server);
      Object.assign(made, { file: newFile(), passphraseFile: newFile() });
      writeFileSync(made.passphraseFile, passphrase);
      await runInProcess('backup', [made.file, '--passphrase-file', made.passphraseFile], server.settings);
    });
    afterAll(async () => {
      for (const storage of storages) await storage.remove();
    });

    describe.each(bothDatabases)('is restored into %s', (kind) => {
      let storage: Storage;
      beforeAll(async () => {
        storage = await target(kind);
        const done = await runInProcess('restore', [made.file, '--passphrase-file', made.passphraseFile], storage);
        expect(done).toMatchObject({ code: 0, stderr: '' });
        expect(done.stdout).toContain('equal in\nnumber and sum');
      });

      test('with the same rows, totals and uses of files', async () => {
        const secretFields = ['config_item', 'totp', 'run_log', 'session', 'operation_log'];
        const restored = await openDatabase(storage);
        const [before, after] = [await dump(server.database), await dump(restored)];
        await restored.close();
        for (const name of secretFields) delete before[name];
        for (const name of secretFields) delete after[name];
        expect(after).toEqual(before);
        expect(Object.keys(before).length).toBeGreaterThan(50);
      });

      test('secure A9: with what PostgreSQL has to know of its rows, so that no search reads whole tables', async () => {
        const restored = await openDatabase(storage);
        const { rows } =
          restored.kind === 'postgres'
            ? await sql`select 1 from pg_stats where schemaname = current_schema() and tablename = 'article'`.execute(
                restored.db,
              )
            : { rows: ['SQLite needs none'] };
        await restored.close();
        expect(rows).not.toEqual([]);
      });

      test('with the same files, and nothing left of the work', () => {
        for (const url of site.files)
          expect(
            readFileSync(join(storage.dataDir, url)).equals(readFileSync(join(server.settings.dataDir, url))),
          ).toBe(true);
        expect(existsSync(join(storage.dataDir, 'restoring'))).toBe(false);
      });

      test('with its secrets, sealed for the new key', async () => {
        const restored = await openDatabase(storage);
        const secrets = openSecrets({ dataDir: storage.dataDir, secretKey: undefined });
        const item = await restored.db
          .selectFrom('config_item')
          .select('value')
          .where('en_name', '=', 'chat_key')
          .executeTakeFirstOrThrow();
        const factor = await restored.db.selectFrom('totp').select('secret').executeTakeFirstOrThrow();
        await restored.close();
        expect(secrets.open('config', item.value)).toBe('the key of the chat');
        expect(secrets.open('totp', factor.secret)).toBe('JBSWY3DPEHPK3PXP');
      });

      test('so that a server serves it, finds its words and gives out no id twice', async () => {
        const beside = { ...server, settings: { ...server.settings, ...storage } };
        const again = await startServer({ beside });
        try {
          const search = { model: 'article', id: 0, searchKey: '𠮷' };
          const found = await again.data<{ data: { description: string }[] }>('base.content/getContentList', search);
          expect(found.data.map(({ description }) => description)).toEqual([odd]);
          const { db } = again.database;
          const made = await sql<{ id: number }>`insert into size (title) values ('next') returning id`.execute(db);
          expect(Number(made.rows[0]?.id)).toBe(site.highest + 1);
          expect((await fetch(`${again.url}${site.image.url}`)).status).toBe(200);
        } finally {
          await again.stop();
        }
      });

      test('and is refused there a second time', async () => {
        const again = await runInProcess('restore', [made.file], storage);
        expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/already|not empty/) });
        expect(existsSync(join(storage.dataDir, site.image.url))).toBe(true);
      });
    });

    test('comes back equal over the other kind of database', async () => {
      const over = await target(server.database.kind === 'sqlite' ? 'postgres' : 'sqlite');
      const back = await target(server.database.kind);
      const [second, third] = [newFile(), newFile()];
      await runInProcess('restore', [made.file], over);
      await runInProcess('backup', [second], over);
      await runInProcess('restore', [second], back);
      await runInProcess('backup', [third], back);
      const first = await manifestOf(made.file);
      expect((await manifestOf(third)).tables).toEqual(first.tables);
    });

    test.each(targetDatabases)(
      'is refused by a folder that has files, on %s, and leaves it as it was',
      async (kind) => {
        const storage = await target(kind);
        mkdirSync(join(storage.dataDir, 'upload'));
        writeFileSync(join(storage.dataDir, 'upload/mine.txt'), 'mine');
        const done = await runInProcess('restore', [made.file], storage);
        expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('There are files in') });
        expect(readdirSync(storage.dataDir)).toEqual(['upload']);
      },
    );

    /** Leaves files like a restore that was cut off after moving its files. */
    async function leaveMoved(dataDir: string, into: Storage) {
      for (const folder of ['restoring', 'upload']) mkdirSync(join(dataDir, folder), { recursive: true });
      await markMoved({ ...into, dataDir });
      writeFileSync(join(dataDir, 'upload/half.txt'), 'half');
    }

    test.each(targetDatabases)(
      'secure A18: leaves files alone that a restore into another database has moved, on %s',
      async (kind) => {
        const storage = await target(kind);
        const elsewhere = { ...storage, databaseUrl: 'postgres://rtop@db.example.com/other' };
        await leaveMoved(storage.dataDir, elsewhere);
        const done = await runInProcess('restore', [made.file], storage);
        expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining('A restore into another database') });
        expect(readFileSync(join(storage.dataDir, 'upload/half.txt'), 'utf8')).toBe('half');
      },
    );

    test.each(targetDatabases)(
      'secure A18: a start ends what was cut off once the database stood, on %s, so that no restore takes its files',
      async (kind) => {
        const storage = await target(kind);
        await runInProcess('restore', [made.file], storage);
        await leaveMoved(storage.dataDir, storage);
        await (await openDatabase(storage)).close();
        expect(existsSync(join(storage.dataDir, 'restoring'))).toBe(false);
        expect(existsSync(join(storage.dataDir, 'upload/half.txt'))).toBe(true);
      },
    );

    test.each(targetDatabases)(
      'secure A18: no site begins beside what a restore left that was cut off before its database stood, on %s',
      async (kind) => {
        const storage = await target(kind);
        await leaveMoved(storage.dataDir, storage);
        await expect(openDatabase(storage)).rejects.toThrow(
          `A restore into ${storage.dataDir} is going on, or was cut off`,
        );
        expect(await runInProcess('restore', [made.file], storage)).toMatchObject({ code: 0, stderr: '' });
      },
    );

    test.each(targetDatabases)('takes away what a restore left that was cut off, on %s', async (kind) => {
      const storage = await target(kind);
      await leaveMoved(storage.dataDir, storage);
      expect(await runInProcess('restore', [made.file], storage)).toMatchObject({ code: 0, stderr: '' });
      expect(existsSync(join(storage.dataDir, 'upload/half.txt'))).toBe(false);
    });

    /** @returns the error message, empty if the restore succeeds */
    const tryRestore = (storage: Storage) =>
      restoreSite({ ...storage, secretKey: undefined }, made.file, undefined).then(
        () => '',
        (error: Error) => error.message,
      );
    /** Begins a restore, and waits until it fills its folder. */
    async function beginRestore(kind: DatabaseKind) {
      const storage = await target(kind);
      const restored = tryRestore(storage);
      const hasBegun = () => existsSync(join(storage.dataDir, 'restoring'));
      await vi.waitUntil(hasBegun, { interval: 1, timeout: pollTimeoutMs });
      return { storage, restored };
    }

    test.each(targetDatabases)('secure A18: two restores into one folder do not meet, on %s', async (kind) => {
      const storage = await target(kind);
      const stdout = await Promise.all([tryRestore(storage), tryRestore(storage)]);
      expect(stdout.toSorted()).toEqual(['', `Another restore into ${storage.dataDir} is going on.`]);
      expect(readdirSync(storage.dataDir).filter((name) => name.startsWith('restoring'))).toEqual([]);
    });

    const onSqlite = targetDatabases.filter((kind) => kind === 'sqlite');
    test.each(onSqlite)(
      'secure A18: a server does not start in a folder that a restore fills, and does once that has ended, on %s',
      async (kind) => {
        const { storage, restored } = await beginRestore(kind);
        await expect(openDatabase(storage)).rejects.toThrow(`A restore into ${storage.dataDir} is going on`);
        expect(await restored).toBe('');
        const database = await openDatabase(storage);
        expect(await seed(database, server.settings)).toEqual({ isNew: false });
        await database.close();
      },
    );

    test.each(onSqlite)(
      'secure A18: a restore replaces no database that has come since it began, and leaves its key, on %s',
      async (kind) => {
        const { storage, restored } = await beginRestore(kind);
        for (const name of ['rtop.db', 'secret.key']) writeFileSync(join(storage.dataDir, name), 'another’s');
        expect(await restored).toContain('rtop.db already');
        expect(readdirSync(storage.dataDir).toSorted()).toEqual(['rtop.db', 'secret.key']);
        expect(readFileSync(join(storage.dataDir, 'rtop.db'), 'utf8')).toBe('another’s');
      },
    );

    test.each(targetDatabases.filter((kind) => kind === 'postgres'))(
      'secure A18: a server that starts while a restore fills the database waits for it, and serves that site, on %s',
      async (kind) => {
        const { storage, restored } = await beginRestore(kind);
        const database = await openDatabase(storage);
        expect(await seed(database, server.settings)).toEqual({ isNew: false });
        expect(await restored).toBe('');
        const { rows } = await sql<{ n: number }>`select count(*) as n from admin`.execute(database.db);
        await database.close();
        const here = await sql<{ n: number }>`select count(*) as n from admin`.execute(server.database.db);
        expect(Number(rows[0]?.n)).toBe(Number(here.rows[0]?.n));
      },
    );
  },
  { sampleSite: true },
);
