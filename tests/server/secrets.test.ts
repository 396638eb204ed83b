import { execFileSync } from 'node:child_process';
import {
  fstatSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSecrets } from '../../server/core/secrets.ts';
import { useProgram } from '../support/program.ts';

// The real thing, watched.
vi.mock('node:fs', { spy: true });

const program = useProgram();
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rtop-secrets-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('the first start makes a key that its owner alone can read, and later ones keep it', async () => {
  const dataDir = folder();
  const first = await program.start({ DATA_DIR: dataDir });
  await first.listening;
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  const settings = { dataDir, secretKey: undefined };
  const sealed = openSecrets(settings).seal('test', 'a secret');
  expect(openSecrets(settings).open('test', sealed)).toBe('a secret');
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secret'))).toEqual(['secret.key']);
});

test('A6: a new key is written through to the disk, and so is its name', async () => {
  const { fsyncSync: flush } = await vi.importActual<typeof import('node:fs')>('node:fs');
  const flushed: boolean[] = [];
  vi.mocked(fsyncSync).mockImplementation((file) => {
    flushed.push(fstatSync(file).isDirectory());
    flush(file);
  });
  onTestFinished(() => void vi.mocked(fsyncSync).mockReset());
  openSecrets({ dataDir: folder(), secretKey: undefined });
  expect(flushed).toEqual([false, true]); // the file, then its folder
});

test('with SECRET_KEY no key is kept in the data folder, and processes that share it read each other’s values', () => {
  const [one, other] = [folder(), folder()];
  const secretKey = 'k'.repeat(32);
  const sealed = openSecrets({ dataDir: one, secretKey }).seal('test', 'a secret');
  expect(openSecrets({ dataDir: other, secretKey }).open('test', sealed)).toBe('a secret');
  expect([...readdirSync(one), ...readdirSync(other)]).toEqual([]);
});

test('a sealed value opens for its purpose and key alone, and not where it was changed', () => {
  const secrets = openSecrets({ dataDir: '', secretKey: 'k'.repeat(32) });
  const sealed = secrets.seal('test', 'a secret');
  expect(secrets.seal('test', 'a secret')).not.toBe(sealed);
  expect(secrets.open('another', sealed)).toBeUndefined();
  expect(openSecrets({ dataDir: '', secretKey: 'x'.repeat(32) }).open('test', sealed)).toBeUndefined();
  expect(secrets.open('test', `${sealed.slice(0, -2)}AA`)).toBeUndefined();
  expect(secrets.open('test', 'short')).toBeUndefined();
});

test('A7: a start says so where it is made for development and prints codes', async () => {
  const started = await program.start({ SMS_CONSOLE: '1' });
  await started.listening;
  started.process.kill('SIGTERM');
  expect((await started.ended).stdout).toContain('SMS_CONSOLE=1, for development alone');
});

const few = (n: number) => `has ${n} characters, but must have at least 32`;
const odd = 'holds bytes that are no text';
test.each([
  ['an empty', '', few(0)],
  ['a short', `${'k'.repeat(31)}\n`, few(31)],
  ['a zeroed', Buffer.alloc(64), odd],
])('A6: %s secret.key ends the start in one sentence and stays as it is', async (_what, content, flaw) => {
  const dataDir = folder();
  const path = join(dataDir, 'secret.key');
  const first = await program.start({ DATA_DIR: dataDir });
  await first.listening;
  first.process.kill('SIGTERM');
  await first.ended;
  writeFileSync(path, content);
  const { code, stderr } = await (await program.start({ DATA_DIR: dataDir })).ended;
  expect([code, stderr]).toEqual([1, `The key ${path} ${flaw}. Put back the one that it was.\n`]);
  expect(readFileSync(path).equals(Buffer.from(content))).toBe(true);
});

test('A6: nor is taken what is no random key otherwise, a pipe or a folder, which would hold up the start', () => {
  const hex = '0123456789abcdef';
  const keyed = (put: (path: string) => void) => {
    const dataDir = folder();
    put(join(dataDir, 'secret.key'));
    return () => openSecrets({ dataDir, secretKey: undefined });
  };
  const holding = (content: string | Buffer) => keyed((path) => writeFileSync(path, content));
  expect(holding(`${hex}${hex}\n`)).not.toThrow();
  expect(holding(Buffer.concat([Buffer.from(`${hex}${hex}0`), Buffer.alloc(32)]))).toThrow(odd);
  expect(holding(Buffer.from(`\ufeff${hex}${hex}`, 'utf16le'))).toThrow(odd);
  expect(holding('a'.repeat(64))).toThrow('has 1 different characters, but must have at least 8. Put back the one');
  for (const put of [
    (path: string) => execFileSync(join('/usr/bin', 'mkfifo'), [path]),
    (path: string) => mkdirSync(path),
  ])
    expect(keyed(put)).toThrow('secret.key is no file. Put back the one');
});
