import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { entities } from '../contract/index.ts';
import { differences } from './proof/calls.ts';
import { hooksTable } from './proof/hooks.ts';
import { page } from './proof/page.ts';
import { pictureLimitsTable } from './proof/pictureLimits.ts';
import { points, unproven } from './proof/proven.ts';
import { entities as specified } from './proof/specification.ts';

const written = readFileSync(resolve(import.meta.dirname, '../docs/coverage.md'), 'utf8');
const proofs = points.flatMap(([, each]) => each);

test('docs/coverage.md says what is so: npm run coverage writes it', () => {
  expect(written).toBe(page());
});

test('secure A10: docs/decisions.md has the limits of pictures that the server has: npm run coverage writes them', () => {
  expect(pictureLimitsTable.read()).toBe(pictureLimitsTable.made());
});

test('C7: an entity has the fields that the specification names', () => {
  const fieldsOf = (name: string) =>
    Object.keys(Object.entries(entities).find(([key]) => key === name)?.[1].fields ?? {});
  const named = specified.filter(({ proofs }) => !proofs);
  expect(named.filter(({ name = '' }) => !Object.hasOwn(entities, name))).toEqual([]);
  const missing = named.flatMap(({ name = '', fields = '' }) =>
    fields
      .split(' ')
      .filter((field) => field && !fieldsOf(name).includes(field))
      .map((field) => `${name}.${field}`),
  );
  expect(missing).toEqual([]);
});

test('C7: a point whose test did not pass is told, and none where all did', () => {
  expect(unproven(proofs)).toEqual([]);
  const told = unproven(proofs.filter(([file]) => file !== 'authProvider/poll.test.ts'));
  expect(told).toContainEqual(expect.stringContaining('checkLogin every 10 seconds'));
  expect(told.filter((each) => !each.includes('poll.test.ts'))).toEqual([]);
});

test('C7: neither one row of a table nor a longer title proves a point', () => {
  const [file, row] = ['screens/content.test.tsx', 'of a gallery is nothing'];
  const others = proofs.filter(([, title]) => !title.endsWith(row));
  expect(unproven(others)).toEqual([expect.stringContaining('Edit-atlas and edit-article')]);
  const longer = proofs.map(([where, title]) => [where, where === file ? `${title} else` : title] as const);
  expect(unproven(longer).length).toBeGreaterThan(1);
});

test('C7: a request that differs from the specification is told: its call, its parameters and their form', () => {
  const told = differences([
    { call: 'GET base.admin/delete_role', sent: { id: '3' } },
    { call: 'POST base.admin/create_role', sent: { title: 'x', rule_method: '[1,2]' } },
    { call: 'POST base.Config/getCos', sent: {} },
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      'GET base.admin/delete_role was sent without rid',
      'GET base.admin/delete_role was sent with id, which the specification does not name',
      'POST base.admin/create_role: rule_method "[1,2]" is no ids',
      'POST base.Config/getCos is no call of the specification',
      'GET base.Config/getCos was not sent',
    ]),
  );
});

test('docs/architecture.md lists the hooks of all features: npm run coverage writes it', () => {
  expect(hooksTable.read()).toBe(hooksTable.made());
});
