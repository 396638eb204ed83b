import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { version } from '../../server/core/program.ts';
import type { Figure } from './proof.ts';

const root = resolve(import.meta.dirname, '../..');
const path = resolve(root, 'docs/proof.md');

const introduction = `# The proof

What was tried on the program as it runs, against real databases and processes. \`npm run prove -- NAME\` runs a proof again and writes
its section here; \`--seed\`, \`--rounds\` and \`--minutes\` change its size ([tests/README.md](../tests/README.md)). A proof that finds a
violation ends with an error and writes nothing. A short form of each stands in \`npm test\`.
`;

interface Section {
  title: string;
  /** Says in a few sentences what the proof does. */
  about: string;
  command: string;
  seed: number;
  minutes: number;
  figures: Figure[];
}

/** Replaces the earlier section of this title, and leaves the others as they are. */
export function writeSection(section: Section, order: string[]): void {
  const earlier = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const sections = new Map(earlier.map((text) => [/^## (.*)/.exec(text)?.[1] ?? '', text.trimEnd()]));
  sections.set(section.title, textOf(section));
  // Sections that no proof writes stay at the end, in their order.
  const titles = [...new Set([...order, ...sections.keys()])];
  const ordered = titles.flatMap((title) => sections.get(title) ?? []);
  writeFileSync(path, `${[introduction.trimEnd(), ...ordered].join('\n\n')}\n`);
}

function textOf({ title, about, command, seed, minutes, figures }: Section): string {
  const day = new Date().toISOString().slice(0, 10);
  const run = `${day}, version ${version}, \`${command}\`, seed ${seed}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, ${machine()}`;
  const rows = figures.map(({ what, asked, reached }) => `| ${what} | ${asked} | ${spelled(reached)} |`);
  return [`## ${title}`, about, `${run}.`, ['| | asked | reached |', '| --- | --- | --- |', ...rows].join('\n')].join(
    '\n\n',
  );
}

const spelled = (reached: string | number) =>
  typeof reached === 'number' ? reached.toLocaleString('en', { maximumFractionDigits: 2 }) : reached;

function machine(): string {
  const [first] = cpus();
  return `${cpus().length} cores (${first?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}
