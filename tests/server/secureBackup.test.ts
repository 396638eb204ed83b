import { execFile } from 'node:child_process';
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { constants, createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSum } from '../../server/backup/rows.ts';
import { sealSecrets } from '../../server/backup/sealed.ts';
import { type Part, partsOf, passphrase, useBackupFolder, writeParts } from '../support/backups.ts';
import { runInShell } from '../support/command.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { runMeasured } from '../support/runMeasured.ts';
import { useServer } from '../support/server.ts';

const mB = 2 ** 20;
const maxMemory = 200; // MB above an ordinary backup
const zipped = (content: Buffer | string) => zstdCompressSync(content);
/** Frames follow one another, so that it is made as fast as one of them. */
const bomb = (frame: Buffer | string, times: number) => Buffer.concat(Array<Buffer>(times).fill(zipped(frame)));
const sha256 = (content: Buffer) => hash('sha256', content);
const sqlInjection = `x"; drop table admin; --`;

describe('a crafted backup', () => {
  const server = useServer();
  const newFile = useBackupFolder();
  let whole = '';
  let parts: Part[];
  beforeAll(async () => {
    whole = newFile();
    await runInProcess('backup', [whole], server.settings);
    parts = await partsOf(whole);
  });

  type Change = (parts: Part[]) => Part[];
  type Json = Record<string, unknown>;
  const content =
    (name: string | RegExp, change: (content: Buffer) => Buffer): Change =>
    (all) =>
      all.map((part) => (part.name.search(name) === 0 ? { ...part, content: change(part.content) } : part));
  const json = (name: string, change: (value: Json) => unknown) =>
    content(name, (bytes) => Buffer.from(JSON.stringify(change(JSON.parse(String(bytes))))));
  const added =
    (name: string, bytes: Buffer, type: Part['type'] = 'file'): Change =>
    ([site, ...rest]) => [site as Part, { name, content: bytes, type }, ...rest];
  const inTable = (name: string, bytes: Buffer) => added(`tables/${name}/000009.ndjson.zst`, bytes);
  const role = /^tables\/role\//;
  const rows = (change: (row: Json) => unknown): Change =>
    content(role, (bytes) => {
      const [line = ''] = zstdDecompressSync(bytes).toString().split('\n');
      return zipped(`${JSON.stringify(change(JSON.parse(line)))}\n`);
    });
  const manifest = (change: (value: Json & { tables: Record<string, Json> }) => unknown) =>
    json('manifest.json', change as never);

  /** The lists, counts and sums of what is there, as who knows the format would write them. */
  const signed: (change: Change) => Change = (change) => (all) => {
    const listed = change(all).filter(({ name }) => !/^(lists|manifest)/.test(name));
    const lines = listed.map(({ name, content }) =>
      JSON.stringify({ path: name, size: content.length, sha256: sha256(content) }),
    );
    const list = zipped(lines.map((line) => `${line}\n`).join(''));
    const tables: Json = {};
    const told = JSON.parse(String(all.at(-1)?.content)) as Json & { tables: Record<string, Json> };
    for (const name of Object.keys(told.tables)) {
      const sum = openSum();
      for (const { content } of listed.filter((part) => part.name.startsWith(`tables/${name}/`)))
        for (const line of zstdDecompressSync(content).toString().split('\n').filter(Boolean))
          sum.add(JSON.parse(line));
      tables[name] = { ...told.tables[name], ...sum.result() };
    }
    const lists = { 'lists/000001.ndjson.zst': sha256(list) };
    const end = Buffer.from(JSON.stringify({ ...told, tables, lists, parts: listed.length }));
    return [...listed, { name: 'lists/000001.ndjson.zst', content: list }, { name: 'manifest.json', content: end }];
  };
  const withList =
    (list: string): Change =>
    (all) =>
      all.map((part) => (part.name.startsWith('lists/') ? { ...part, content: zipped(list) } : part));
  /** Changes the header of the first part and its sum. */
  const header = (change: (head: Buffer) => void) => (bytes: Buffer) => {
    const head = bytes.subarray(0, 512);
    change(head);
    head.fill(' ', 148, 156);
    head.write(
      `${head
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return bytes;
  };

  const many = 'x'.repeat(9 * mB);
  const nested = (depth: number) => '['.repeat(depth);
  const crafted: [name: string, change: Change, sentence: RegExp][] = [
    ['whose rows are another type', rows((row) => ({ ...row, title: { toString: 1 } })), /holds no text but object/],
    [
      'whose rows hold lists in lists',
      rows((row) => ({ ...row, title: JSON.parse(nested(1000) + ']'.repeat(1000)) })),
      /holds no text but object/,
    ],
    ['with an id of 9 MB', rows((row) => ({ ...row, id: many })), /holds no integer but "xxx/],
    ['with a column of 9 MB', rows((row) => ({ ...row, [many]: 1 })), /has no column "xxx/],
    ['with SQL for a column', rows((row) => ({ ...row, [sqlInjection]: 1 })), /has no column "x\\"; drop/],
    ['with SQL for a table', added(`tables/${sqlInjection}/000001.ndjson.zst`, zipped('{}\n')), /is no name of a part/],
    [
      'with a number beyond the database’s',
      signed(rows((row) => ({ ...row, sort: '9999999999999999999' }))),
      /do not fit/,
    ],
    ['with a row without a text that must be there', signed(rows((row) => ({ ...row, title: null }))), /do not fit/],
    ['with a row that refers to none', signed(content(/^tables\/role\//, () => zipped(''))), /do not fit together/],
    ['with a list that is no JSON', withList('x\n{"path":\n'), /Damaged, missing or foreign: "x"/],
    ['with a list of 9 MB in a line', withList(`${many}\n`), /cannot be decompressed|foreign/],
    ['with a path that is no text in its list', withList('{"path":{"toString":1}}\n'), /foreign/],
    ['with an empty list', withList(''), /has no parts|foreign/],
    [
      'with migrations that are no names',
      json('site.json', (site) => ({ ...site, migrations: [null, 1] })),
      /names no migrations/,
    ],
    [
      'with a migration of 500 kB',
      json('site.json', (site) => ({ ...site, migrations: ['x'.repeat(500_000)] })),
      /newer version .*xxx/,
    ],
    [
      'that writes to the terminal',
      json('site.json', (site) => ({ ...site, program: '\u001b[2J' })),
      /does not say what made it/,
    ],
    [
      'with SQL for a sequence',
      manifest((it) => ({ ...it, tables: { ...it.tables, size: { ...it.tables.size, last: '1; drop' } } })),
      /table size/,
    ],
    [
      'with a sequence beyond the database’s',
      manifest((it) => ({ ...it, tables: { ...it.tables, size: { ...it.tables.size, last: '9'.repeat(19) } } })),
      /table size/,
    ],
    [
      'with a sequence that leaves no ids',
      manifest((it) => ({ ...it, tables: { ...it.tables, size: { ...it.tables.size, last: '9'.repeat(16) } } })),
      /table size/,
    ],
    [
      'with an id that leaves none',
      signed(rows((row) => ({ ...row, id: '9'.repeat(16) }))),
      /role\.id .* is too large/,
    ],
    [
      'with negative rows',
      manifest((it) => ({ ...it, tables: { ...it.tables, size: { rows: -1, sum: '' } } })),
      /table size/,
    ],
    ['with null for a table', manifest((it) => ({ ...it, tables: { ...it.tables, size: null } })), /table size/],
    [
      'with many secrets in words',
      manifest((it) => ({ ...it, secrets: many })),
      /does not count the secrets|has \d+ bytes/,
    ],
    [
      'with a file below a file',
      signed((all) =>
        added(
          'files/upload/a/b',
          Buffer.from('x'),
        )(added('files/upload/a', Buffer.from('x'))(all).toReversed()).toReversed(),
      ),
      /cannot be written|begin/,
    ],
    [
      'with a name of 300 characters',
      signed(added(`files/upload/${'x'.repeat(300)}/y`, Buffer.from('x'))),
      /cannot be written: ENAMETOOLONG/,
    ],
    [
      'with a name of 5,000 characters',
      added(`files/upload/${'x/'.repeat(2500)}`, Buffer.from('x')),
      /too long a name/,
    ],
    ['with a link for a folder', added('files/upload', Buffer.alloc(0), 'symlink'), /is no file/],
  ];

  const refusalOf = async (name: 'restore' | 'verify', file: string, args: string[] = []) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rtop-crafted-'));
    const refused = await runInProcess(name, [file, ...args], { dataDir, databaseUrl: undefined });
    expect(readdirSync(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).not.toMatch(/\n +at /);
    expect(refused.stderr.length).toBeLessThan(10_000);
    return refused.stderr;
  };

  test.each(crafted)(
    'secure A15: %s is refused with a sentence, and nothing is restored',
    async (_name, change, sentence) => {
      const file = newFile();
      await writeParts(file, change(parts));
      expect(await refusalOf('restore', file)).toMatch(sentence);
    },
  );

  test('secure A15: headers with odd sizes and garbled bytes anywhere are refused with a sentence', async () => {
    const file = newFile();
    const sizes = [
      '-0000000001',
      '77777777777',
      'zzzzzzzzzzz',
      '\x80zzzzzzzzzz',
      '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff',
    ];
    const odd = sizes.map((size) => header((head) => void head.write(size, 124, 'latin1')));
    // A long name of 5 MB, a global header, and a type that no program knows.
    for (const type of ['L', 'x', 'g', 'Z', '7'])
      odd.push(
        header((head) => {
          head.write('00023420000', 124);
          head.write(type, 156);
        }),
      );
    for (let at = 1; at < 12; at++)
      odd.push((bytes) =>
        bytes.fill(
          createHash('sha512').update(`${at}`).digest(),
          Math.floor((bytes.length * at) / 12),
          Math.floor((bytes.length * at) / 12) + 700,
        ),
      );
    for (const change of odd) {
      writeFileSync(file, change(readFileSync(whole)));
      expect(await refusalOf('verify', file)).toMatch(/is refused:\n- /);
    }
  });

  test('secure A15: headers of more than a name, for one entry or for all, are refused before they cost anything', async () => {
    const file = newFile();
    const attributes = (count: number) => {
      const lines = Array.from({ length: count }, (_, at) => ` ${at.toString(36).padStart(4, '0')}=\n`);
      return Buffer.from(lines.map((line) => `${line.length + 1}${line}`).join(''));
    };
    for (const [type, count] of [
      ['g', 300_000],
      ['x', 300_000],
      ['x', 100],
    ] as const) {
      await writeParts(file, [{ name: 'attributes', content: attributes(count) }, ...parts]);
      writeFileSync(file, header((head) => void head.write(type, 156))(readFileSync(file)));
      expect(await refusalOf('restore', file)).toMatch(/Its headers are too long/);
    }
  });

  test('secure A15: secrets that are none are refused, though the passphrase opens them', async () => {
    const [file, key] = [newFile(), newFile()];
    writeFileSync(key, passphrase);
    const sealed = sealSecrets([['totp 1 0', { length: 1 }]] as never, passphrase);
    await writeParts(file, signed((all) => [...all, { name: 'secrets.sealed', content: sealed }])(parts));
    expect(await refusalOf('restore', file, ['--passphrase-file', key])).toMatch(/passphrase is not the one/);
  });

  test('secure A15: swelling backups take at most 200 MB more than an ordinary one', { timeout: 120_000 }, async () => {
    const row = (of: string) => {
      const [line = ''] = zstdDecompressSync(parts.find(({ name }) => role.test(name))?.content ?? Buffer.alloc(0))
        .toString()
        .split('\n');
      return `${JSON.stringify({ ...JSON.parse(line), title: of })}\n`;
    };
    const swelling: Change[] = [
      inTable('role', bomb('\n'.repeat(32 * mB), 64)),
      inTable('role', bomb('x'.repeat(32 * mB), 32)),
      inTable('role', zipped('{}\n'.repeat(3 * mB))),
      inTable('role', zipped(nested(9 * mB))),
      inTable('role', zipped(`{${'"id":1,'.repeat(1.1 * mB)}`)),
      inTable('role', zipped(row(`茶${'x'.repeat(9 * mB)}`))),
      inTable('role', await wideWindow()),
      added('lists/000001.ndjson.zst', bomb('1\n'.repeat(16 * mB), 4)),
      added('lists/000001.ndjson.zst', zipped(`{"path":[${'{},'.repeat(2.6 * mB)}{}]}`)),
      added('lists/000001.ndjson.zst', zipped(`{"path":${nested(3.9 * mB)}${']'.repeat(3.9 * mB)}}`)),
      content('manifest.json', () => Buffer.from(nested(20 * mB))),
      content('manifest.json', () => Buffer.from(`{"tables":{"a":[${'[],'.repeat(mB)}1]}}`)),
      content('site.json', () => Buffer.from(`{"format":1,"migrations":${nested(20 * mB)}`)),
      added('secrets.sealed', Buffer.alloc(60 * mB)),
    ];
    const files: string[] = [];
    for (const change of swelling) {
      const file = newFile();
      await writeParts(file, change(parts));
      files.push(file);
    }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', measuring, whole, ...files],
      { cwd: resolve(import.meta.dirname, '../..') },
    );
    const { before, after, sentences } = JSON.parse(stdout);
    expect(sentences).toHaveLength(files.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^The backup .* is refused:\n- /);
    expect(after - before, sentences.join('\n')).toBeLessThan(maxMemory);
  });

  test('secure A15: the largest row that a backup may have takes at most 200 MB more to restore than an ordinary backup', async () => {
    const file = newFile();
    await writeParts(file, signed(rows((row) => ({ ...row, title: `茶${'x'.repeat(9 * mB)}` })))(parts));
    const memory: number[] = [];
    for (const path of [whole, file]) {
      const dataDir = await mkdtemp(join(tmpdir(), 'rtop-crafted-'));
      const { code, maxMemory } = await runMeasured('restore', [path], { dataDir, databaseUrl: undefined });
      await rm(dataDir, { recursive: true });
      expect(code).toBe(0);
      memory.push(maxMemory);
    }
    const [ordinary = 0, largest = 0] = memory;
    expect(largest - ordinary).toBeLessThan(maxMemory);
  });

  test('secure A15: from the shell, a crafted backup ends in a sentence without a stack', async () => {
    const file = newFile();
    await writeParts(file, signed(rows((row) => ({ ...row, title: null })))(parts));
    const dataDir = await mkdtemp(join(tmpdir(), 'rtop-crafted-'));
    const refused = await runInShell('restore', [file], { dataDir, databaseUrl: undefined });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).not.toMatch(/\n +at |Node\.js/);
    expect(readdirSync(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
  });
});

/** A frame that asks for 128 MB to be decompressed in. */
async function wideWindow(): Promise<Buffer> {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
  for (let n = 0; n < 4; n++) compress.write('x'.repeat(mB));
  compress.end();
  return Buffer.concat(await compress.toArray());
}

const measuring = `
import { readFileSync } from 'node:fs';
import { readArchive } from './server/backup/readArchive.ts';
const peak = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
const [whole, ...files] = process.argv.slice(1);
await readArchive(whole);
const before = peak();
const sentences = [];
for (const file of files) await readArchive(file).catch((error) => sentences.push(error.message.slice(0, 1000)));
console.log(JSON.stringify({ before, after: peak(), sentences }));`;
