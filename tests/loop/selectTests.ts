import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, normalize } from 'node:path';
import { type Room, roomless, rooms } from '../rooms.ts';

export interface SelectedTest {
  /** Relative to the repository, as all paths here. */
  file: string;
  /** 0: changed itself; 1: named like what changed, or imports it; then the tests of its rooms, 100 a room, in their order; browsers last. */
  distance: number;
}

const isTest = (path: string) => /^tests\/.*\.test\.tsx?$/.test(path);
const browserDistance = 1000;
/** A file may be of several rooms; tests/rooms.ts names the narrowest first. */
const roomDistance = 100;
/** What more tests import, such as an index, says nothing of which is near. */
const maxNear = 5;

/** The test files that a change of these files can break, nearest first. @param root the folder of the repository */
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
    /** `recycle/restore.ts` and `backup/restore.test.ts` are alike by name alone. */
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

/** The rooms that a source belongs to; none for one that only `npm test` as a whole looks at. */
const roomsOf = (path: string): Room[] =>
  Object.values(rooms).filter(({ paths }) => paths.some((glob) => matchesGlob(path, glob)));

/** Whether only `npm test` as a whole looks at a file. */
export const isRoomless = (path: string): boolean =>
  roomsOf(path).length === 0 && roomless.some((glob) => matchesGlob(path, glob));

/** Whether a source is one that tests/rooms.ts does not know, such as the first file of a new folder: no test is found for it. */
export const isUnknown = (path: string): boolean => !isTest(path) && roomsOf(path).length === 0 && !isRoomless(path);

/** What tests are made with: no room has a table of who imports it. */
const isSupport = (path: string) => path.startsWith('tests/support/') || path.startsWith('tests/plain/');

/** `passkeyHandlers.ts` and `passkeys.test.ts`: the words of one name are the first of the other, without their plural. */
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
  /** Of tests/, also through others of it. */
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
