import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { tryStart } from '../../server/listen.ts';
import { mountDisk, unmount } from '../support/disk.ts';
import { useProgram } from '../support/program.ts';

const program = useProgram();

describe('A start on a database file', () => {
  let dataDir = '';
  let file = '';
  let sound = Buffer.alloc(0);
  beforeAll(async () => {
    ({ dataDir } = await program.storage('sqlite'));
    file = join(dataDir, 'rtop.db');
    const first = await program.start({ DATA_DIR: dataDir });
    await first.listening;
    first.process.kill('SIGTERM');
    await first.ended;
    sound = readFileSync(file);
  });

  /** Starts the program, which must end with an error. @returns the sentence that it writes */
  async function refusalOfProgram(folder: string): Promise<string> {
    const { code, stdout, stderr } = await (await program.start({ DATA_DIR: folder })).ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toMatch(/^ +at /m);
    return stderr;
  }

  /** Starts the server in this process, which is faster. */
  const refusalInProcess = (folder: string) => tryStart({ DATA_DIR: folder, LOG_LEVEL: 'silent' });

  test('A13: that was emptied, or is gone, ends in a sentence and makes no new site', async () => {
    truncateSync(file, 0);
    expect(await refusalOfProgram(dataDir)).toContain(
      `The database ${file} is empty, but reserve beside it shows that there was one.`,
    );
    expect(readFileSync(file)).toHaveLength(0);
    rmSync(file);
    expect(await refusalInProcess(dataDir)).toContain(`The database ${file} is not there`);
    // If the file that reserves room on the disk is gone too, the key shows that there was a site.
    rmSync(join(dataDir, 'reserve'));
    expect(await refusalInProcess(dataDir)).toContain('secret.key beside it');
  });

  test('A13: that holds no table of ours ends in a sentence where there was a site, and begins one elsewhere', async () => {
    const { dataDir: folder } = await program.storage('sqlite');
    const path = join(folder, 'rtop.db');
    const upload = join(folder, 'upload');
    mkdirSync(upload);
    writeFileSync(join(upload, 'a.png'), 'x');
    const without = (end: string) => `The database ${path} ${end} beside it shows that there was one.`;
    expect(await refusalInProcess(folder)).toContain(without('is not there, but upload'));
    for (const sql of ['vacuum', 'create table foreign_one (id)']) {
      const database = new DatabaseSync(path);
      database.exec(`pragma user_version = 1; ${sql}`);
      database.close();
      const before = readFileSync(path);
      expect(await refusalInProcess(folder)).toContain(without('has no tables of this program, but upload'));
      expect(readFileSync(path).equals(before)).toBe(true);
    }
    // A killed first start leaves such a file but no uploads, so the next start begins a new site.
    rmSync(join(upload, 'a.png'));
    await (await program.start({ DATA_DIR: folder })).listening;
  });

  test('A13: that is cut short or damaged ends in a sentence, before anything is written to it', async () => {
    for (const spoilt of [sound.subarray(0, 300), sound.subarray(0, sound.length / 2), damaged(sound)]) {
      writeFileSync(file, spoilt);
      expect(await refusalInProcess(dataDir)).toMatch(/^The database .+ is damaged: .+\. Restore a backup\.$/);
      expect(readFileSync(file).equals(spoilt)).toBe(true);
    }
    writeFileSync(file, sound);
    const again = await program.start({ DATA_DIR: dataDir });
    await again.listening;
  });

  test('A13: in a folder that may only be read ends in a sentence', async ({ skip }) => {
    const { dataDir: folder } = await program.storage('sqlite');
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) await chmod(folder, 0o500);
    else skip(!mountDisk(folder, 'ro'), 'root writes everywhere, and no disk could be mounted');
    onTestFinished(() => (isRoot ? unmount(folder) : chmod(folder, 0o700)));
    const [sentence] = (await refusalOfProgram(folder)).split('\n').slice(-2);
    expect(sentence).toMatch(
      /^The data folder .+ cannot be written to: E(ROFS|ACCES)\. Set DATA_DIR to one that can\.$/,
    );
  });
});

test('A13: a start that begins a new site on PostgreSQL, beside what is left of another, warns of it', async () => {
  const { dataDir, databaseUrl: first = '' } = await program.storage('postgres');
  const { databaseUrl: second = '' } = await program.storage('postgres');
  const warned = async (DATABASE_URL: string) => {
    const started = await program.start({ DATA_DIR: dataDir, DATABASE_URL, LOG_LEVEL: 'warn' });
    await started.listening;
    started.process.kill('SIGTERM');
    return (await started.ended).stdout.split('DATABASE_URL led to an empty database').length - 1;
  };
  expect(await warned(first)).toBe(0);
  expect(await warned(second)).toBe(1);
  expect(await warned(second)).toBe(0);
});

/** Overwrites pages in the middle. */
function damaged(sound: Buffer): Buffer {
  const spoilt = Buffer.from(sound);
  spoilt.fill(0xa5, 4096 * 3, 4096 * 40);
  return spoilt;
}
