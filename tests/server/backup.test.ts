import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { big, fillSite, manifestOf, odd, partsOf, passphrase, useBackupFolder } from '../support/backups.ts';
import { runInShell } from '../support/command.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { describeEachDatabase } from '../support/server.ts';

describeEachDatabase(
  'a backup of a running site',
  (server) => {
    const newFile = useBackupFolder();
    let site: Awaited<ReturnType<typeof fillSite>>;
    let passphraseFile: string;
    beforeAll(async () => {
      site = await fillSite(server);
      passphraseFile = newFile();
      await writeFile(passphraseFile, `${passphrase}\n`);
    });

    const rowsIn = async (file: string, table: string) => {
      const parts = (await partsOf(file)).filter(({ name }) => name.startsWith(`tables/${table}/`));
      const lines = parts.flatMap(({ content }) => zstdDecompressSync(content).toString().trim().split('\n'));
      return lines.map((line): Record<string, unknown> => JSON.parse(line));
    };

    test('has every row and every file, says so, and is whole', async () => {
      const file = newFile();
      const made = await runInShell('backup', [file, '--passphrase-file', passphraseFile], server.settings);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(made.stdout).toContain(`of 57 tables, ${site.files.length} files, 2 secrets.`);
      const { tables } = await manifestOf(file);
      for (const table of ['article', 'admin', 'record_version', 'operation_log']) {
        const { rows } = await sql`select count(*) as n from ${sql.table(table)}`.execute(server.database.db);
        expect([table, tables[table]?.rows]).toEqual([table, Number((rows[0] as { n: unknown }).n)]);
      }
      expect(await rowsIn(file, 'import_origin')).toMatchObject([{ source_id: odd, entity_id: big }]);
      for (const url of site.files) {
        const part = (await partsOf(file)).find(({ name }) => name === `files${url}`);
        expect(part?.content.equals(readFileSync(join(server.settings.dataDir, url)))).toBe(true);
      }
      const stdout = await runInShell('verify', [file, '--passphrase-file', passphraseFile], server.settings);
      expect(stdout).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('opens its 2 secrets') });
    });

    test('can be listed by tar', async () => {
      const file = newFile();
      await runInProcess('backup', [file], server.settings);
      const listed = execFileSync('tar', ['-tf', file], { encoding: 'utf8' });
      expect(listed.split('\n')).toEqual(
        expect.arrayContaining(['site.json', `files${site.image.url}`, 'manifest.json']),
      );
    });

    test('has no secret that can be read, and without a passphrase none at all', async () => {
      const [sealed, without] = [newFile(), newFile()];
      await runInProcess('backup', [sealed, '--passphrase-file', passphraseFile], server.settings);
      const { stdout } = await runInProcess('backup', [without], server.settings);
      expect(stdout).toContain('2 secrets (second factors, keys of services) stayed out');
      for (const file of [sealed, without]) {
        expect((await rowsIn(file, 'config_item')).find((row) => row.en_name === 'chat_key')?.value).toBe('');
        expect((await rowsIn(file, 'totp')).map((row) => row.secret)).toEqual(['']);
        expect((await readFile(file)).includes('the key of the chat')).toBe(false);
      }
      expect((await partsOf(without)).some(({ name }) => name === 'secrets.sealed')).toBe(false);
    });

    test('refuses another passphrase, a short one, and a name that is taken', async () => {
      const [file, other, short] = [newFile(), newFile(), newFile()];
      writeFileSync(other, 'another long passphrase');
      writeFileSync(short, 'short');
      await runInProcess('backup', [file, '--passphrase-file', passphraseFile], server.settings);
      const wrong = await runInProcess('verify', [file, '--passphrase-file', other], server.settings);
      expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('The passphrase is not the one') });
      const tooShort = await runInProcess('backup', [newFile(), '--passphrase-file', short], server.settings);
      expect(tooShort).toMatchObject({ code: 1, stderr: expect.stringContaining('at least 12 characters') });
      const taken = await runInProcess('backup', [file], server.settings);
      expect(taken).toMatchObject({ code: 1, stderr: `There is a file ${file} already. Name another one.` });
    });

    test('is one moment of a site that is written to', async () => {
      const file = newFile();
      let isOver = false;
      // Between the two tables in a backup, so that reading it takes a while.
      await sql`insert into known_network (admin_id, network, last_seen)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50000)
        select 1, 'network ' || n, '' from numbers`.execute(server.database.db);
      // Each transaction writes a size and an origin, in the order against that of the tables in a backup.
      const write = async () => {
        for (let n = 0; !isOver; n++) {
          await nextTurn(); // SQLite alone would never let go of the process
          await server.database.transaction(async (db) => {
            await sql`insert into size (title) values (${`pair ${n}`})`.execute(db);
            await sql`insert into import_origin (source, source_id, entity, entity_id)
              values ('pair', ${String(n)}, 'size', ${n})`.execute(db);
          });
        }
      };
      const writing = write();
      const made = await runInShell('backup', [file], server.settings);
      isOver = true;
      await writing;
      expect(made.stderr).toBe('');
      const pairs = (await rowsIn(file, 'import_origin')).filter(({ source }) => source === 'pair');
      expect(pairs.length).toBeGreaterThan(10);
      const sizes = (await rowsIn(file, 'size')).filter(({ title }) => String(title).startsWith('pair '));
      expect(sizes.length).toBe(pairs.length);
    });
  },
  { sampleSite: true },
);
