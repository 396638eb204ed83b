import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fillSite, manifestOf, partsOf, useBackupFolder } from '../support/backups.ts';
import { runInShell } from '../support/command.ts';
import { bothDatabases } from '../support/databases.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { runMeasured } from '../support/runMeasured.ts';
import { seeds } from '../support/seeds.ts';
import { type DatabaseKind, makeStorage, type Storage, useServer } from '../support/server.ts';

async function empty(kind: DatabaseKind): Promise<Storage> {
  const storage = await makeStorage(kind);
  onTestFinished(storage.remove);
  return storage;
}

describe('a backup', () => {
  const server = useServer();
  const newFile = useBackupFolder();

  test('follows no link among the files, and says how many it left out', async () => {
    const upload = join(server.settings.dataDir, 'upload/links');
    mkdirSync(upload, { recursive: true });
    writeFileSync(join(upload, 'own.txt'), 'own');
    symlinkSync('/etc/hostname', join(upload, 'file.txt'));
    symlinkSync('/etc', join(upload, 'folder'));
    const file = newFile();
    const made = await runInProcess('backup', [file], server.settings);
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 symbolic links among the files were left out'),
    });
    const files = (await partsOf(file)).map(({ name }) => name).filter((name) => name.includes('/links/'));
    expect(files).toEqual(['files/upload/links/own.txt']);
    rmSync(upload, { recursive: true });
  });

  test.each(['back\\slash.html', 'tab\t.html', 'next\u0085line.html'])(
    'secure A15: is not made with a file of a name that its restore would refuse, and says which: %j',
    async (name) => {
      const templates = join(server.settings.dataDir, 'templates');
      mkdirSync(templates, { recursive: true });
      writeFileSync(join(templates, name), 'page');
      onTestFinished(() => rmSync(join(templates, name)));
      const file = newFile();
      const made = await runInProcess('backup', [file], server.settings);
      expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining(JSON.stringify(`templates/${name}`)) });
      expect(existsSync(file)).toBe(false);
    },
  );

  test('has each file once that comes while it is written', async () => {
    const upload = join(server.settings.dataDir, 'upload/coming');
    mkdirSync(upload, { recursive: true });
    let isOver = false;
    const placing = (async () => {
      for (let n = 0; !isOver && n < 5000; n++) {
        writeFileSync(join(upload, `${n}.txt`), `${n}`);
        await wait(1);
      }
    })();
    const file = newFile();
    const made = await runInShell('backup', [file], server.settings);
    isOver = true;
    await placing;
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(await runInProcess('verify', [file], server.settings)).toMatchObject({ code: 0, stderr: '' });
    const names = (await partsOf(file)).map(({ name }) => name);
    expect(names.length).toBe(new Set(names).size);
    rmSync(upload, { recursive: true });
  });

  test('is not restored through a link in the place of a folder', async () => {
    const file = newFile();
    await runInProcess('backup', [file], server.settings);
    const storage = await empty('sqlite');
    const outside = join(server.settings.dataDir, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(storage.dataDir, 'upload'));
    const refused = await runInProcess('restore', [file], storage);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/upload is a link\./) });
  });

  const insertVersion = (changes: unknown) =>
    sql<{ id: number }>`insert into record_version (entity, record_id, n, base, published, changes)
      select 'article', 1, coalesce(max(id), 0), 1, 0, ${changes} from record_version returning id`.execute(
      server.database.db,
    );
  const clear = () => server.database.db.deleteFrom('record_version').execute();

  test('takes a row of 9 MB, and refuses one by its name that it could not restore', async () => {
    const [taken, refused] = [newFile(), newFile()];
    await insertVersion('ab'.repeat(4_500_000));
    expect(await runInProcess('backup', [taken], server.settings)).toMatchObject({ code: 0 });
    expect(await runInProcess('restore', [taken], await empty('sqlite'))).toMatchObject({ code: 0, stderr: '' });
    await clear();
    const { rows } = await insertVersion('ab'.repeat(5_500_000));
    const made = await runInProcess('backup', [refused], server.settings);
    const told = `The row ${rows[0]?.id} of record_version is larger`;
    expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining(told) });
    await clear();
  });

  // 20 and 100 MB; 100 and 500 MB with TEST_SEEDS=5.
  test('takes as much memory for five times the data, as does its restore', { timeout: 180_000 }, async () => {
    const mb = seeds(20);
    const add = async (megabytes: number) => {
      for (let n = 0; n < megabytes * 10; n++) await insertVersion(sql`hex(randomblob(50000))`);
    };
    const storage = { ...server.settings, remove: async () => {} };
    const measured: Record<string, number[]> = { backup: [], restore: [] };
    for (const more of [mb, 4 * mb]) {
      await add(more);
      const file = newFile();
      const made = await runMeasured('backup', [file], storage);
      const restored = await runMeasured('restore', [file], await empty('sqlite'));
      expect([made.code, restored.code]).toEqual([0, 0]);
      measured.backup?.push(made.maxMemory);
      measured.restore?.push(restored.maxMemory);
    }
    // One that kept the data would take all that came in addition.
    for (const [small = 0, large = 0] of Object.values(measured)) expect(large - small).toBeLessThan(2 * mb);
    await clear();
  });
});

describe('a backup of a site', () => {
  const server = useServer();
  const newFile = useBackupFolder();
  const rounds = seeds(1);
  beforeAll(() => fillSite(server));

  test.each(bothDatabases)(
    `is restored on %s after restores that were killed, ${rounds} times`,
    async (kind) => {
      const [file, again] = [newFile(), newFile()];
      await runInProcess('backup', [file], server.settings);
      const begun = performance.now();
      expect((await runMeasured('restore', [file], await empty(kind))).code).toBe(0);
      const lasts = performance.now() - begun;
      for (let round = 0; round < rounds; round++) {
        const storage = await empty(kind);
        let isThere = false;
        for (let kills = 0; kills < 2 && !isThere; kills++)
          isThere = (await runMeasured('restore', [file], storage, Math.random() * lasts)).code !== null;
        const done = await runInProcess('restore', [file], storage);
        if (done.code !== 0) expect(done.stderr).toMatch(/already|not empty/); // the killed one had come to its end
        expect(await runInProcess('verify', [], storage)).toMatchObject({ code: 0, stderr: '' });
        await runInProcess('backup', [again], storage);
        expect((await manifestOf(again)).tables).toEqual((await manifestOf(file)).tables);
        rmSync(again);
      }
    },
    300_000,
  );
});
