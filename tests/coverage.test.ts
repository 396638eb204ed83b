import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { missing, page } from './proof/page.ts';

const written = readFileSync(resolve(import.meta.dirname, '../docs/coverage.md'), 'utf8');

test('nothing of the specification is without a test, but what a later issue owns', () => {
  page();
  expect(missing).toEqual([]);
});

test('docs/coverage.md says what is so: npm run coverage writes it', () => {
  expect(written).toBe(page());
});
