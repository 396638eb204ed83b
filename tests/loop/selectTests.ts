import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, normalize } from 'node:path';
import { type Room, rooms } from '../rooms.ts';

export interface SelectedTest {
  /** Relative to the repository, as all paths here. */
  file: string;
  /** 0: changed itself, or the only test of what changed; then tests of that name, then the rooms' in their order, browsers last. */
  distance: number;
}

const isTest = (path: string) => /^tests\/.*\.test\.tsx?$/.test(path);
const browserDistance = 1000;

/** The test files that a change of these files can break, nearest first. @param root the folder of the repository */
export function selectTests(root: string, changed: readonly string[]): SelectedTest[] {
  const all = globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).map(normalize);
  const distances = new Map<string, number>();
  const add = (file: string, distance: number) =>
    distances.set(
      file,
      Math.min(distance + (file.startsWith('tests/browser/') ? browserDistance : 0), distances.get(file) ?? Infinity),
    );
  const imports = changed.some(isSupport) ? importsOfTests(root, all) : new Map<string, Set<string>>();
  for (const path of changed) {
    if (isTest(path)) {
      if (existsSync(join(root, path))) distances.set(path, 0);
      continue;
    }
    for (const file of all) {
      if (isSupport(path)) {
        if (imports.get(file)?.has(path)) add(file, 1);
      } else if (isNamedAlike(file, path)) add(file, 1);
    }
    for (const { tests } of roomsOf(path))
      for (const [index, glob] of tests.entries())
        for (const file of all) if (matchesGlob(file, glob)) add(file, 2 + index);
  }
  return [...distances]
    .map(([file, distance]) => ({ file, distance }))
    .toSorted((one, other) => one.distance - other.distance);
}

/** The rooms that a source belongs to; none for one that only `npm test` as a whole looks at. */
export const roomsOf = (path: string): Room[] =>
  Object.values(rooms).filter(({ paths }) => paths.some((glob) => matchesGlob(path, glob)));

/** What tests are made with: no room has a table of who imports it. */
const isSupport = (path: string) => path.startsWith('tests/support/') || path.startsWith('tests/plain/');

/** `passkeyHandlers.ts` and `passkeys.test.ts`: one name without its plural is the beginning of the other. */
function isNamedAlike(test: string, source: string): boolean {
  const [one, other] = [test.replace('.test', ''), source].map((path) =>
    basename(path)
      .replace(/\.\w+$/, '')
      .replace(/s$/, '')
      .toLowerCase(),
  );
  if (!one || !other || Math.min(one.length, other.length) < 3) return false;
  return one.startsWith(other) || other.startsWith(one);
}

/** What each test file imports of tests/, directly or through others of it. */
function importsOfTests(root: string, tests: readonly string[]): Map<string, Set<string>> {
  const direct = new Map<string, string[]>();
  const importsOf = (file: string): string[] => {
    const known = direct.get(file);
    if (known) return known;
    const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
    const named = [...text.matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, name = '']) =>
      join(dirname(file), name),
    );
    const own = named.filter((name) => name.startsWith('tests/'));
    direct.set(file, own);
    return own;
  };
  return new Map(
    tests.map((test) => {
      const reached = new Set<string>();
      const queue = [test];
      for (const file of queue)
        for (const name of importsOf(file))
          if (!reached.has(name)) {
            reached.add(name);
            queue.push(name);
          }
      return [test, reached];
    }),
  );
}
