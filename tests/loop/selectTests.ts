import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, normalize } from 'node:path';
import { type Room, roomless, rooms } from '../rooms.ts';

export interface SelectedTest {
  /** Path relative to the repository, like all paths in this file. */
  file: string;
  /**
   * 0: the test itself changed. 1: it imports a changed file or is named like one. From 2 on: it belongs to a room of a
   * changed file, with 100 for each room, in the order of tests/rooms.ts. Tests in a browser get 1,000 more and come
   * last.
   */
  distance: number;
}

const isTest = (path: string) => /^tests\/.*\.test\.tsx?$/.test(path);
const browserDistance = 1000;
/** A file may belong to several rooms. tests/rooms.ts names the narrowest first, whose tests are the nearest. */
const roomDistance = 100;
/** If more tests than this import a file, such as an index, the import does not make them near. */
const maxNear = 5;

/**
 * Selects the test files that a change of these files can break, nearest first.
 * @param root the folder of the repository
 */
export function selectTests(root: string, changed: readonly string[]): SelectedTest[] {
  const all = globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).map(normalize);
  const distances = new Map<string, number>();
  const add = (file: string, distance: number) =>
    distances.set(
      file,
      Math.min(distance + (file.startsWith('tests/browser/') ? browserDistance : 0), distances.get(file) ?? Infinity),
    );
  const imports = importsOfTests(root, all);
  for (const path of changed) {
    if (isTest(path)) {
      if (existsSync(join(root, path))) distances.set(path, 0);
      continue;
    }
    const ofRooms = roomsOf(path).flatMap(({ tests }) => tests);
    /** A similar name is not enough: `backup/restore.test.ts` has nothing to do with `recycle/restore.ts`. */
    const isNear = (file: string) => isNamedAlike(file, path) && ofRooms.some((glob) => matchesGlob(file, glob));
    const direct = all.filter((file) => imports.get(file)?.direct.has(path));
    if (direct.length <= maxNear) for (const file of direct) add(file, 1);
    for (const file of all) if (isSupport(path) ? imports.get(file)?.reached.has(path) : isNear(file)) add(file, 1);
    for (const [room, { tests }] of roomsOf(path).entries())
      for (const [index, glob] of tests.entries())
        for (const file of all) if (matchesGlob(file, glob)) add(file, 2 + index + room * roomDistance);
  }
  return [...distances]
    .map(([file, distance]) => ({ file, distance }))
    .toSorted((one, other) => one.distance - other.distance);
}

/** The rooms that a source belongs to. */
const roomsOf = (path: string): Room[] =>
  Object.values(rooms).filter(({ paths }) => paths.some((glob) => matchesGlob(path, glob)));

/** Whether only `npm test` as a whole looks at a file. */
export const isRoomless = (path: string): boolean =>
  roomsOf(path).length === 0 && roomless.some((glob) => matchesGlob(path, glob));

/**
 * Whether tests/rooms.ts does not know a source, such as the first file of a new folder. No test is found for it then.
 */
export const isUnknown = (path: string): boolean => !isTest(path) && roomsOf(path).length === 0 && !isRoomless(path);

/** Whether a file is a helper of tests. No room lists the tests that import it, so their imports are followed. */
const isSupport = (path: string) => path.startsWith('tests/support/') || path.startsWith('tests/plain/');

/**
 * Whether one name begins with the words of the other, apart from plurals: `passkeyHandlers.ts` and `passkeys.test.ts`.
 */
function isNamedAlike(test: string, source: string): boolean {
  const [one = [], other = []] = [test, source].map((path) =>
    basename(path)
      .replace(/\..*$/, '')
      .split(/(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, '')),
  );
  const isBegunBy = (words: string[], first: string[]) => first.every((word, index) => words[index] === word);
  return isBegunBy(one, other) || isBegunBy(other, one);
}

interface Imports {
  direct: ReadonlySet<string>;
  /** The files below tests/ that the test imports, directly or through other files below tests/. */
  reached: ReadonlySet<string>;
}

function importsOfTests(root: string, tests: readonly string[]): Map<string, Imports> {
  const known = new Map<string, string[]>();
  const importsOf = (file: string): string[] => {
    const text = () => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
    const named =
      known.get(file) ??
      [...text().matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, name = '']) => join(dirname(file), name));
    known.set(file, named);
    return named;
  };
  return new Map(
    tests.map((test) => {
      const reached = new Set([test]);
      for (const file of reached) for (const name of importsOf(file)) if (name.startsWith('tests/')) reached.add(name);
      return [test, { direct: new Set(importsOf(test)), reached }];
    }),
  );
}
