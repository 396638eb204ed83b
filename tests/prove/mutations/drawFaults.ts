import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { rooms } from '../../rooms.ts';
import { type Random, randomOf } from '../random.ts';
import { copyTree } from './copyTree.ts';
import { type Fault, withFault } from './faults.ts';
import { mutationsOf } from './operators.ts';

/** How many faults are drawn from which rooms. Each room of `src` and `server` has at most one. */
const shares: [prefix: string, faults: number][] = [
  ['contract', 3],
  ['dataProvider', 3],
  ['authProvider', 2],
  ['i18n', 1],
  ['checkBackend', 1],
  ['build', 1],
  ['src/', 14],
  ['server/', 15],
];
/**
 * Files without faults: migrations are frozen, sample contents and colours are no behaviour, and messages are no code.
 */
const excluded = [
  'server/database/migrations/**',
  'server/setup/sample*',
  'src/theme/tokens.ts',
  'i18n/{zh,en,languages}/**',
  '**/*.test.ts',
];

const maxAttempts = 1000;

interface Place {
  id: number;
  room: string;
}

/**
 * Draws faults that compile, and that stand at the same place in every tree.
 * @param kept faults that were drawn before and keep their places
 */
export function drawFaults(
  trees: readonly string[],
  seed: number,
  kept: readonly Fault[],
  say: (line: string) => void,
): Fault[] {
  const [tree = ''] = trees;
  const random = randomOf(seed);
  const { copy, restore, remove } = copyTree(tree);
  // The cache holds what the compiler knows of all other files.
  if (existsSync(join(tree, '.cache'))) cpSync(join(tree, '.cache'), join(copy, '.cache'), { recursive: true });
  try {
    const faults = new Map(kept.map((fault) => [fault.id, fault]));
    for (const fault of kept) writeFileSync(join(copy, fault.file), withFault(copy, fault) ?? '');
    const places = placesOf(random);
    for (;;) {
      const open = places.filter(({ id }) => !faults.has(id));
      for (const place of open) {
        const fault = drawFault(copy, trees, place, [...faults.values()], random);
        faults.set(fault.id, fault);
        writeFileSync(join(copy, fault.file), withFault(copy, fault) ?? '');
      }
      const anew = open.length > 0 ? refusedBy(filesThatDoNotCompile(copy), [...faults.values()]) : [];
      say(`${open.length} drawn, ${anew.length} do not compile.`);
      if (anew.length === 0) break;
      for (const { id, file } of anew) {
        faults.delete(id);
        restore(file);
      }
    }
    return [...faults.values()].toSorted((one, other) => one.id - other.id);
  } finally {
    remove();
  }
}

/**
 * The faults in the files that do not compile. If only other files do not compile, these are the faults that change
 * what functions return, or all if there are none.
 */
function refusedBy(wrong: readonly string[], faults: readonly Fault[]): Fault[] {
  const inside = faults.filter(({ file }) => wrong.includes(file));
  if (wrong.length === 0 || inside.length > 0) return inside;
  const returning = faults.filter(({ operator }) => operator === 'return early' || operator.startsWith('drop '));
  return returning.length > 0 ? returning : [...faults];
}

function placesOf(random: Random): Place[] {
  const chosen = shares.flatMap(([prefix, faults]) => {
    const inside = Object.keys(rooms).filter((name) =>
      prefix.endsWith('/') ? name.startsWith(prefix) : name === prefix,
    );
    const left = [...inside];
    return Array.from({ length: faults }, () => {
      if (left.length === 0) left.push(...inside);
      return left.splice(random.int(0, left.length - 1), 1)[0] ?? prefix;
    });
  });
  return chosen.map((room, index) => ({ id: index + 1, room }));
}

/** Chooses the operator before the place, so that frequent operators do not push out the others. */
function drawFault(
  copy: string,
  trees: readonly string[],
  { id, room }: Place,
  others: readonly Fault[],
  random: Random,
): Fault {
  const files = sourcesOf(copy, room).filter((file) => !others.some((fault) => fault.file === file));
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const file = random.one(files);
    const source = readFileSync(join(copy, file), 'utf8');
    const mutations = mutationsOf(source);
    if (mutations.length === 0) continue;
    const operator = random.one([...new Set(mutations.map((mutation) => mutation.operator))]);
    const { start, end, replacement } = random.one(mutations.filter((mutation) => mutation.operator === operator));
    const fault = { id, room, file, operator, ...asLines(source, start, end, replacement) };
    if (trees.every((tree) => withFault(tree, fault) !== undefined)) return fault;
  }
  throw new Error(`The room ${room} has no place for a fault.`);
}

function sourcesOf(tree: string, room: string): string[] {
  const { paths = [] } = rooms[room] ?? {};
  return paths
    .flatMap((glob) => globSync(glob, { cwd: tree }))
    .filter((file) => /\.tsx?$/.test(file) && !excluded.some((glob) => matchesGlob(file, glob)))
    .toSorted();
}

/** The whole lines of a fault, with enough lines before them that the text alone tells their place. */
function asLines(
  source: string,
  start: number,
  end: number,
  replacement: string,
): Pick<Fault, 'search' | 'replacement'> {
  let from = source.lastIndexOf('\n', start - 1) + 1;
  const to = source.indexOf('\n', end) < 0 ? source.length : source.indexOf('\n', end);
  const search = () => source.slice(from, to);
  while (from > 0 && source.indexOf(search()) !== source.lastIndexOf(search()))
    from = source.lastIndexOf('\n', from - 2) + 1;
  return { search: search(), replacement: source.slice(from, start) + replacement + source.slice(end, to) };
}

function filesThatDoNotCompile(folder: string): string[] {
  const tsc = join(folder, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))];
}
