import { cpSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');
const copied = [
  ...['build', 'checkBackend', 'contract', 'dataProvider', 'authProvider', 'i18n', 'src', 'server', 'tests'],
  ...[
    '.dependency-cruiser.mjs',
    'biome.json',
    'knip.json',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'vitest.config.ts',
    'index.html',
    'package-lock.json',
  ],
];

/** The number of the next migration, or of the one `later` places after it. */
function nextMigration(later: number): string {
  const numbers = readdirSync(join(project, 'server/database/migrations')).flatMap((name) => /^\d{4}/.exec(name) ?? []);
  return String(Math.max(...numbers.map(Number)) + 1 + later).padStart(4, '0');
}

/**
 * A code block of a page of `docs/` that names a file. It is the whole of a new file, or lines that a file loses (`-`)
 * and gains (`+`).
 */
export interface GuideStep {
  isNew: boolean;
  path: string;
  lines: string[];
}

/** @param later how many migrations the pages have written that were followed before */
export function readGuide(page: string, later = 0): GuideStep[] {
  const text = readFileSync(join(project, 'docs', page), 'utf8').replaceAll('NNNN', nextMigration(later));
  return [...text.matchAll(/^```(ts|diff) (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, path = '', block = '']) => ({
    isNew: kind === 'ts',
    path,
    lines: block.trimEnd().split('\n'),
  }));
}

/** Copies the project to a temporary folder, where its files may be changed. @returns the folder */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'rtop-guide-'));
  for (const name of copied) cpSync(join(project, name), join(copy, name), { recursive: true });
  // `.cache` is left out: most files depend on the contract, which the pages change, and it costs the compiler more to
  // see that than to begin anew.
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const migrationFolder = 'server/database/migrations/';
export const isMigration = ({ path }: GuideStep) => path.startsWith(migrationFolder);

/** The name for `npm run migration`. */
export const migrationName = ({ path }: GuideStep) => /\d{4}-(.+)\.ts$/.exec(path)?.[1] ?? '';

/**
 * Applies a step to a copy of the project.
 * @throws Error if a new file is there already, or if a changed one does not hold the lines of the page exactly once
 */
export function followStep(copy: string, { isNew, path, lines }: GuideStep): void {
  const target = join(copy, path);
  if (isNew) {
    writeFileSync(target, `${lines.join('\n')}\n`, { flag: 'wx' });
    return;
  }
  const marked = (marks: string) =>
    lines
      .filter((line) => marks.includes(line.charAt(0)))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, after, ...more] = readFileSync(target, 'utf8').split(marked(' -'));
  if (after === undefined || more.length > 0)
    throw new Error(`${path} does not hold these lines once: ${marked(' -')}`);
  writeFileSync(target, `${before}${marked(' +')}${after}`);
}
