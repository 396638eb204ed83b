import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRoomless, isUnknown, selectTests } from './loop/selectTests.ts';
import { takeNearest } from './loop/takeNearest.ts';
import { estimateSeconds } from './loop/testSeconds.ts';
import { runChecks } from './support/checks.ts';
import { runVitest } from './support/runVitest.ts';
import { reportSkips } from './support/skips.ts';

/**
 * `npm run test:changed`: in about a minute, what a change can break. Changed is what differs from `origin/main` (or from the
 * commit that the command names), else from the commit before, with what is not committed. Types and the changed files' format and
 * lint are checked beside the tests (tests/rooms.ts says which, nearest first); the command for what no longer fits into the minute is named.
 */
const root = resolve(import.meta.dirname, '..');
const entityTests = 'tests/entities.test.ts';
const secondsOfEntity = 3;

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const hasCommit = (name: string) => {
  try {
    return Boolean(execFileSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }));
  } catch {
    return false;
  }
};

const [named] = process.argv.slice(2);
const base = named ?? (hasCommit('origin/main') ? git('merge-base', 'origin/main', 'HEAD') : 'HEAD~1');
const lines = (text: string) => text.split('\n').filter(Boolean);
const changed = [
  ...lines(git('diff', '--name-only', '--no-renames', base)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
];
if (changed.length === 0) {
  console.log(`Nothing differs from ${base}.`);
  process.exit(0);
}

const entities = changedEntities();
if (entities.length > 0) process.env.TEST_ENTITIES = entities.join(',');
const isEntities = (file: string) => file === entityTests && entities.length > 0;
const { taken, left } = takeNearest(
  selectTests(root, changed).map(({ file, distance }) => ({
    file,
    distance: isEntities(file) ? 1 : distance,
    seconds: isEntities(file) ? secondsOfEntity * entities.length : estimateSeconds(root, file),
  })),
);
console.log(
  `${count(changed.length, 'file')} changed since ${base.slice(0, 12)}. ${count(taken.length, 'test file')} to run${taken.length > 0 ? ':' : '.'}`,
);
for (const file of taken) console.log(`  ${file}${isEntities(file) ? ` (${entities})` : ''}`);
const linted = changed.filter((file) => /\.(m?[jt]sx?|json|css|html)$/.test(file) && existsSync(join(root, file)));
const checking = runChecks(linted.length > 0 ? ['types', 'lint'] : ['types'], linted);
const counts = taken.length > 0 ? await runVitest(root, 5 * 60_000, taken) : { tests: [], reasons: [] };
const failedChecks = await checking;

const failed = counts.tests.filter(({ state }) => state === 'failed');
for (const name of failedChecks) console.log(`Failed: ${name}: look for "Checked ${name}" above`);
for (const { file, title } of failed) console.log(`Failed: ${file}: ${title}`);
const unknown = changed.filter((file) => isUnknown(file) && existsSync(join(root, file)));
const reasons = [...counts.reasons, ...unknown.map((file) => `${file} has no room: add its folder to tests/rooms.ts`)];
for (const reason of reasons) console.log(`Failed: ${reason}`);
const untested = changed.filter((file) => isRoomless(file) && selectTests(root, [file]).length === 0);
if (untested.length > 0) console.log(`Only the whole of \`npm test\` looks at ${untested.join(' ')}`);
if (left.length > 0)
  console.log(`Not run, ${count(left.length, 'file')} that this may break too: npx vitest run ${left.join(' ')}`);
const skips = reportSkips(counts.tests);
if (skips.lines.length > 0) console.log(`Skipped: ${skips.lines.join('; ')}`);
const passed = counts.tests.filter(({ state }) => state === 'passed').length;
const failures = failed.length + reasons.length + failedChecks.length;
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;

/** The entities whose declaration changed; none if something changed there that is no entity. */
function changedEntities(): string[] {
  const declarations = changed.filter((file) => file.startsWith('contract/entities/') && existsSync(join(root, file)));
  const names = declarations.map((file) => /entity\('(\w+)'/.exec(readFileSync(join(root, file), 'utf8'))?.[1]);
  return names.includes(undefined) ? [] : names.filter((name) => name !== undefined);
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
