import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
// The guides name files that are made by following them, which tests/browser/guides.test.ts does.
const pages = files.filter((file) => file.endsWith('.md') && !/docs\/(adding-|coverage|screens)|CHANGELOG/.test(file));

test.each(pages)('%s names files that are there', (page) => {
  const named = readFileSync(resolve(root, page), 'utf8').matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs))`/g);
  const missing = [...named]
    .map(([, name = '']) => name)
    .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});
