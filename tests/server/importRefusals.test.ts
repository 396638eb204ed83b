import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, changedSource, importInto, tempFolder } from '../support/pbootcms.ts';
import { siteDb } from '../support/site.ts';

describe('is refused with one sentence, and nothing is written:', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rtop-import-'));
  const foreign = join(folder, 'foreign.db');
  const text = join(folder, 'text.db');
  beforeAll(() => {
    change(foreign, 'create table ay_content (id integer, title text)');
    writeFileSync(text, 'this is no database, but long enough to be taken for one. '.repeat(50));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const usage = /^Usage: npm run import -- pbootcms FILE\.db \[--files DIR\]$/;

  test.each([
    ['a missing file', ['pbootcms', join(folder, 'none.db')], /^There is no file .*none\.db\.$/],
    ['a folder', ['pbootcms', folder], /^There is no file /],
    ['a file of another kind', ['pbootcms', text], /^.*text\.db cannot be read as a SQLite database: .*\.$/],
    ['the database of another program', ['pbootcms', foreign], /is not a PbootCMS 3 database: it has no ay_/],
    [
      'a folder of files that is not there',
      ['pbootcms', siteDb, '--files', join(folder, 'none')],
      /is not a folder\.$/,
    ],
    ['no arguments', [], usage],
    ['an unknown source', ['wordpress', siteDb], usage],
    ['an unknown option', ['pbootcms', siteDb, '--force'], usage],
    ['an argument too many', ['pbootcms', siteDb, 'more'], usage],
  ])('%s', async (_what, args, sentence) => {
    const dataDir = join(tempFolder(), 'data');
    const { code, stdout, stderr } = await importInto(dataDir, ...args);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('\n');
    expect(existsSync(dataDir)).toBe(false);
  });

  test('the source itself is never changed', async () => {
    const source = changedSource('select 1');
    const before = readFileSync(source);
    await importInto(tempFolder(), 'pbootcms', source);
    expect(readFileSync(source).equals(before)).toBe(true);
  });
});
