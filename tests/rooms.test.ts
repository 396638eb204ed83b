import { execFileSync } from 'node:child_process';
import { matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { isRoomless, isUnknown, selectTests } from './loop/selectTests.ts';
import { takeNearest } from './loop/takeNearest.ts';
import { estimateSeconds, slowFiles } from './loop/testSeconds.ts';
import { rooms } from './rooms.ts';

const root = resolve(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const isTest = (file: string) => /^tests\/.*\.test\.tsx?$/.test(file);
const isIn = (file: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob));
const roomList = Object.values(rooms);

test('each source belongs to a room that has tests, or to the list of those that npm test as a whole looks at', () => {
  expect(files.filter(isUnknown)).toEqual([]);
});

test('each test belongs to a room', () => {
  const all = roomList.flatMap(({ tests }) => tests);
  expect(files.filter((file) => isTest(file) && !isIn(file, all))).toEqual([]);
});

test.each(Object.entries(rooms))('the room %s names files and tests that are there', (_name, { paths, tests }) => {
  expect([...paths, ...tests].filter((glob) => !files.some((file) => matchesGlob(file, glob)))).toEqual([]);
});

test('a file of a new folder is in no room, and is not one of those that no single test looks at', () => {
  expect(['server/newFolder/file.ts', 'package.json', 'server/engine/new.ts'].filter(isUnknown)).toEqual([
    'server/newFolder/file.ts',
  ]);
  expect(isRoomless('package.json')).toBe(true);
});

test('of a change the tests of its name come first, then its room’s, and browsers last', () => {
  const selected = selectTests(root, ['src/form/saveState.ts']).map(({ file }) => file);
  expect(selected[0]).toBe('tests/screens/saveState.test.tsx');
  expect(selected).toContain('tests/screens/form.test.tsx');
  const browsers = selected.filter((file) => file.startsWith('tests/browser/'));
  expect(selected.slice(-browsers.length)).toEqual(browsers);
});

test('a helper of tests brings those that import it, also through another helper; a test brings itself', () => {
  const of = (file: string) => selectTests(root, [file]).map((each) => each.file);
  expect(of('tests/support/authenticator.ts')).toContain('tests/server/passkeys.test.ts');
  expect(of('tests/support/randomPassword.ts')).toContain('tests/server/login.test.ts');
  expect(of('tests/server/login.test.ts')).toEqual(['tests/server/login.test.ts']);
});

test('what fits into a minute is run, the nearest first, and at least one file', () => {
  const screen = (name: string, distance: number, seconds: number) => ({
    file: `tests/screens/${name}.test.tsx`,
    distance,
    seconds,
  });
  const tests = [screen('far', 3, 10), screen('near', 1, 60), screen('dear', 2, 30)];
  expect(takeNearest(tests)).toEqual({
    taken: ['tests/screens/near.test.tsx', 'tests/screens/far.test.tsx'],
    left: ['tests/screens/dear.test.tsx'],
  });
  expect(takeNearest([screen('only', 1, 600)]).taken).toHaveLength(1);
});

test('a slow file has its estimate, however short it is', () => {
  expect(estimateSeconds(root, 'tests/server/restoresProven.test.ts')).toBeGreaterThan(10);
});

test('of a file of several rooms the tests of the narrowest come first', () => {
  const found = selectTests(root, ['server/engine/list/order.ts']).map(({ file }) => file);
  const at = (name: string) => found.indexOf(`tests/server/${name}.test.ts`);
  expect(at('secureTrees')).toBeGreaterThan(-1);
  expect(at('secureTrees')).toBeLessThan(at('edit'));
});

test('each slow file is there', () => {
  expect(Object.keys(slowFiles).filter((file) => !files.includes(file))).toEqual([]);
});
