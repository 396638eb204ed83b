import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchive } from '../../server/backup/readArchive.ts';
import { openDatabase } from '../../server/database/index.ts';
import { runMigrations } from '../../server/database/migrate.ts';
import { openSqlite, sqliteDialect } from '../../server/database/sqlite.ts';
import type { Tables } from '../../server/database/tables.ts';
import { fillSite, type Part, partsOf, useBackupFolder, writeParts } from '../support/backups.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { seeds } from '../support/seeds.ts';
import { makeStorage, type Storage, useServer } from '../support/server.ts';

const server = useServer();
const newFile = useBackupFolder();
const emptyFolder = () => mkdtemp(join(tmpdir(), 'rtop-empty-'));

describe('a damaged backup', () => {
  let whole = '';
  let parts: Part[];
  let picture = '';
  beforeAll(async () => {
    picture = (await fillSite(server)).image.url;
    whole = newFile();
    await runInProcess('backup', [whole], server.settings);
    parts = await partsOf(whole);
  });

  /** Changes the parts, as one who does not touch the lists. */
  const changed = (change: (parts: Part[]) => Part[]) => async (file: string) => writeParts(file, change(parts));
  const content = (pattern: RegExp, change: (content: Buffer) => Buffer) =>
    changed((all) => all.map((part) => (pattern.test(part.name) ? { ...part, content: change(part.content) } : part)));
  const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 4 : byte)));
  const json = (change: (value: Record<string, unknown>) => unknown) => (bytes: Buffer) =>
    Buffer.from(JSON.stringify(change(JSON.parse(String(bytes)))));
  const added = (name: string, bytes = Buffer.from('x'), type: Part['type'] = 'file') =>
    changed((all) => [...all.slice(0, 1), { name, content: bytes, type }, ...all.slice(1)]);
  const rows = (change: (text: string) => string) =>
    content(/^tables\/role\//, (bytes) => zstdCompressSync(change(zstdDecompressSync(bytes).toString())));

  const damages: [string, (file: string) => Promise<void>, RegExp][] = [
    ['cut in the middle', async (file) => cut(file, 0.5), /cut short after|damaged/],
    ['cut before its manifest', changed((all) => all.slice(0, -1)), /cut short after "?lists/],
    ['cut to nothing', async (file) => cut(file, 0), /cut short after its beginning/],
    ['with a flipped bit in a picture', content(/\.png$/, flipped), /Damaged.*: "files\/upload/],
    ['with a flipped bit in a table', content(/^tables\/admin\//, flipped), /Damaged.*: "tables\/admin/],
    ['with a flipped bit in a header', async (file) => flipHeader(file), /damaged|cut short/],
    ['without one of its parts', changed((all) => all.filter(({ name }) => !/^tables\/role\//.test(name))), /Damaged/],
    ['with a part twice', changed((all) => [...all.slice(0, 2), ...all.slice(1)]), /twice/],
    ['with another row in a table', rows((text) => text + text.replace(/"id":\d+/, '"id":999')), /Damaged/],
    ['with a column that is not known', rows((text) => text.replace('"id"', '"foreign"')), /no column "foreign"/],
    ['with a text for a number', rows((text) => text.replace(/"sort":\d+/, '"sort":"x"')), /holds no integer/],
    ['with a table that is not known', added('tables/foreign/000001.ndjson.zst'), /no table foreign/],
    ['with a path that leads out', added('files/upload/../../out.txt'), /leads out of the folders/],
    ['with a path to the database', added('files/rtop.db'), /leads out of the folders/],
    ['with an absolute path', added('/etc/cron.d/x'), /is no name of a part/],
    ['with a link', added('files/upload/link', Buffer.alloc(0), 'symlink'), /is no file/],
    ['with a table that grows without end', added('tables/size/000009.ndjson.zst', bomb()), /cannot be decompressed/],
    [
      'with something after its manifest',
      changed((all) => [...all, { name: 'files/upload/x', content: Buffer.from('x') }]),
      /comes after the manifest/,
    ],
    [
      'of a newer version',
      content(
        /^site/,
        json((site) => ({ ...site, migrations: ['0001-first', '9999-newer'] })),
      ),
      /newer version/,
    ],
    [
      'of a newer format',
      content(
        /^site/,
        json((site) => ({ ...site, format: 2 })),
      ),
      /newer version/,
    ],
    [
      'with nothing in its manifest',
      content(/^manifest/, () => Buffer.from('null')),
      /"manifest.json" is no JSON object/,
    ],
    ['with no tables in its manifest', content(/^manifest/, json(withoutTables)), /manifest.json names no tables/],
    ['with other counts in its manifest', content(/^manifest/, json(wrongCounts)), /The table admin has/],
    [
      'that is another file',
      async (file) => writeFileSync(file, createHash('sha512').update('x').digest('hex').repeat(99)),
      /no backup|damaged/,
    ],
  ];

  function cut(file: string, share: number): void {
    copyFileSync(whole, file);
    truncateSync(file, Math.floor(readFileSync(whole).length * share));
  }
  function flipHeader(file: string): void {
    const bytes = readFileSync(whole);
    const at = bytes.indexOf('tables/admin/');
    bytes[at] = 120;
    writeFileSync(file, bytes);
  }
  function withoutTables({ tables: _none, ...manifest }: Record<string, unknown>) {
    return manifest;
  }
  function wrongCounts(manifest: Record<string, unknown>) {
    const tables = manifest.tables as Record<string, object>;
    return { ...manifest, tables: { ...tables, admin: { ...tables.admin, rows: 77 } } };
  }

  test.each(damages)('%s is named and refused, and nothing is written', async (_name, damage, sentence) => {
    const file = newFile();
    await damage(file);
    const verified = await runInProcess('verify', [file], server.settings);
    expect(verified).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(verified.stderr).toContain(`The backup ${file} is refused:`);
    expect(verified.stderr).not.toMatch(/\n +at /);
    const dataDir = await emptyFolder();
    const restored = await runInProcess('restore', [file], { dataDir, databaseUrl: undefined });
    expect(restored).toEqual(verified);
    expect(readdirSync(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
  });

  test('cut at any place says where it ends', async () => {
    const [bytes, file] = [readFileSync(whole), newFile()];
    const cuts = seeds(10);
    for (let part = 0; part < cuts; part++) {
      writeFileSync(file, bytes.subarray(0, Math.floor((bytes.length * part) / cuts)));
      await expect(readArchive(file)).rejects.toThrow(
        /is refused:\n- The file is (cut short|damaged, or no backup,) after /,
      );
    }
  });

  test('names every damaged part, not only the first', async () => {
    const file = newFile();
    await content(/\.png$|^tables\/role\//, flipped)(file);
    const { stderr } = await runInProcess('verify', [file], server.settings);
    expect(stderr).toContain(`files${picture}`);
    expect(stderr).toContain('tables/role/000001.ndjson.zst');
  });
});

/** Compressed to a few kilobytes, it is more than a part may be. */
const bomb = () => zstdCompressSync(Buffer.alloc(80 * 1024 * 1024, '\n'));

describe('a backup of an older schema', () => {
  const storages: Storage[] = [];
  afterAll(async () => {
    for (const storage of storages) await storage.remove();
  });

  test.each(['sqlite', 'postgres'] as const)('is restored into %s and migrated', async (kind) => {
    const dataDir = await emptyFolder();
    const old = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(join(dataDir, 'rtop.db'))) });
    await runMigrations(old, '0012-log-cleaning');
    await sql`insert into "column" (id, title) values (3, 'c')`.execute(old);
    await sql`insert into article (id, col_id, title) values (7, 3, 'old')`.execute(old);
    await old.destroy();
    const file = newFile();
    expect(await runInProcess('backup', [file], { dataDir, databaseUrl: undefined })).toMatchObject({ code: 0 });
    const storage = await makeStorage(kind);
    storages.push(storage);
    expect(await runInProcess('restore', [file], storage)).toMatchObject({ code: 0, stderr: '' });
    const restored = await openDatabase(storage);
    const article = await restored.db.selectFrom('article').selectAll().executeTakeFirstOrThrow();
    await restored.close();
    expect(article).toMatchObject({ id: 7, title: 'old', col_id: 3 });
    expect(Object.keys(article)).toContain('slug');
    await rm(dataDir, { recursive: true });
  });
});
