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

/** The number of the next migration, or of one after it. */
function nextMigration(later: number): string {
  const numbers = readdirSync(join(project, 'server/database/migrations')).flatMap((name) => /^\d{4}/.exec(name) ?? []);
  return String(Math.max(...numbers.map(Number)) + 1 + later).padStart(4, '0');
}

/** A block of a page of `docs/` that names a file: the whole of a new one, or lines taken out of one (`-`) and put in (`+`). */
export interface GuideStep {
  isNew: boolean;
  path: string;
  lines: string[];
}

/** @param later how many migrations the pages that are followed before have written */
export function readGuide(page: string, later = 0): GuideStep[] {
  const text = readFileSync(join(project, 'docs', page), 'utf8').replaceAll('NNNN', nextMigration(later));
  return [...text.matchAll(/^```(ts|diff) (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, path = '', block = '']) => ({
    isNew: kind === 'ts',
    path,
    lines: block.trimEnd().split('\n'),
  }));
}

/** A copy of the project in a temporary folder, for whoever changes its files. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'rtop-guide-'));
  for (const name of copied) cpSync(join(project, name), join(copy, name), { recursive: true });
  // Without `.cache`: most files depend on the contract, which the pages change, and to see that costs the compiler more than to begin anew.
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const migrationFolder = 'server/database/migrations/';
export const isMigration = ({ path }: GuideStep) => path.startsWith(migrationFolder);

/** The name for `npm run migration`. */
export const migrationName = ({ path }: GuideStep) => /\d{4}-(.+)\.ts$/.exec(path)?.[1] ?? '';

/** @throws where a new file is there already, or a changed one does not hold the lines that the page names, once */
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
