import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { unproven } from './proof/proven.ts';
import { budgetReport, overBudget } from './support/budget.ts';
import { runChecks } from './support/checks.ts';
import { chromiumPath } from './support/chromium.ts';
import { measureSlowness } from './support/measureSlowness.ts';
import { countProcessorTime, currentFilesVariable, runMarker } from './support/processorTime.ts';
import { runVitest } from './support/runVitest.ts';
import { reportSkips } from './support/skips.ts';

/**
 * Runs the whole of `npm test`: types, lint, dead code, layers, then every test. It prints what the run cost and what
 * was skipped, and its last line counts the tests, with the files, hooks and projects that failed. If you name another
 * folder, it runs only the tests of that folder.
 *
 * `--shard=1/2` runs half of the tests, and does not check whether they prove the whole specification. `--passed=FILE`
 * writes the tests that passed to a file, so that `npm run coverage:check` can check that. After `--minutes=60` the run
 * has failed.
 */
const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shard: { type: 'string' }, passed: { type: 'string' }, minutes: { type: 'string', default: '60' } },
});
const [folder = root] = positionals;
const limit = Number(values.minutes) * 60_000;
const isWhole = folder === root;
const isCI = Boolean(process.env.CI);
/** Whether a variable is set with which the nightly run tries more than the budget is for. */
const triesMore = ['TEST_DATABASES', 'TEST_SEEDS', 'A11Y', 'PATTERNS', 'TEST_CLUSTER', 'FUZZ_SCREENS'].some(
  (name) => process.env[name],
);
const begun = performance.now();
const loadAtStart = loadavg()[0] ?? 0;
const currentFiles = mkdtempSync(join(tmpdir(), 'rtop-current-files-'));
Object.assign(process.env, { [runMarker]: randomUUID(), [currentFilesVariable]: currentFiles });
const slownessMeasurement = isWhole ? measureSlowness() : undefined;
const processorTime = countProcessorTime(process.env[runMarker] ?? '', currentFiles);

let failed = 0;
if (isWhole) {
  chromiumPath();
  failed += (await runChecks()).length;
}
const shard = values.shard ? [`--shard=${values.shard}`] : [];
const { tests, reasons, emptyProjects } = await runVitest(folder, limit, [], shard);
const spent = processorTime?.stop();
const slowness = slownessMeasurement?.stop() ?? 1;
rmSync(currentFiles, { recursive: true });

const titlesOf = (wanted: string) =>
  tests.flatMap(({ file, title, state }) => (state === wanted ? [[file.replace(/^tests\//, ''), title] as const] : []));
if (values.passed) writeFileSync(values.passed, JSON.stringify(titlesOf('passed')));
if (!values.shard) {
  reasons.push(...emptyProjects.map((name) => `The project ${name} has no tests`));
  if (isWhole) reasons.push(...unproven(titlesOf('passed')));
}
if (isWhole && spent) {
  console.log(budgetReport(spent, slowness, (performance.now() - begun) / 1000));
  const share = values.shard ? 1 / Number(values.shard.split('/')[1]) : 1;
  const excess = triesMore ? undefined : overBudget(spent, slowness, share);
  const doubt = isCI ? 'CI runs on many machines' : `the load average was ${loadAtStart.toFixed(1)} at the start`;
  if (excess && (isCI || loadAtStart > 2)) console.log(`${excess} Only a warning: ${doubt}.`);
  else if (excess) reasons.push(excess);
}
const skips = reportSkips(tests);
if (isCI) reasons.push(...skips.forLackOfPrograms.map((line) => `Skipped in CI, which has to try it: ${line}`));
const passed = titlesOf('passed').length;
failed += titlesOf('failed').length + reasons.length;
const skipped = titlesOf('skipped').length;
if (reasons.length > 0) console.log(`\nFailed beside single tests:\n- ${reasons.join('\n- ')}`);
if (skips.lines.length > 0) console.log(`\nSkipped:\n- ${skips.lines.join('\n- ')}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
