import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { unproven } from './proof/proven.ts';
import { budgetReport, overBudget } from './support/budget.ts';
import { runChecks } from './support/checks.ts';
import { chromiumPath } from './support/chromium.ts';
import { countProcessorTime, currentFilesVariable, runMarker } from './support/processorTime.ts';
import { hasRealSite } from './support/realSite.ts';
import { runVitest } from './support/runVitest.ts';

/**
 * The whole of `npm test`: types, lint, dead code, layers, then every test. It prints what the run cost, and its last line counts
 * the tests, with the files, hooks and projects that failed. With the path of another folder it runs that folder's tests alone.
 */
const root = resolve(import.meta.dirname, '..');
const [folder = root, limit = 60] = process.argv.slice(2);
const isWhole = folder === root;
const begun = performance.now();
const loadAtStart = loadavg()[0] ?? 0;
const currentFiles = mkdtempSync(join(tmpdir(), 'rtop-current-files-'));
Object.assign(process.env, { [runMarker]: randomUUID(), [currentFilesVariable]: currentFiles });
const processorTime = countProcessorTime(process.env[runMarker] ?? '', currentFiles);

let passed = 0;
let failed = 0;
if (isWhole) {
  chromiumPath();
  failed += await runChecks();
}
const { tests, reasons, emptyProjects } = await runVitest(folder, Number(limit) * 60_000);
const spent = processorTime?.stop();
rmSync(currentFiles, { recursive: true });

reasons.push(...emptyProjects.map((name) => `The project ${name} has no tests`));
const titlesOf = (wanted: string) =>
  tests.flatMap(({ file, title, state }) => (state === wanted ? [[file.replace(/^tests\//, ''), title] as const] : []));
if (isWhole) reasons.push(...unproven(titlesOf('passed')));
if (isWhole && spent) {
  console.log(budgetReport(spent, (performance.now() - begun) / 1000));
  const excess = overBudget(spent);
  if (excess && loadAtStart > 2)
    console.log(`${excess} Only a warning: the load average was ${loadAtStart.toFixed(1)} at the start.`);
  else if (excess) reasons.push(excess);
}
passed += titlesOf('passed').length;
failed += titlesOf('failed').length + reasons.length;
const skipped = titlesOf('skipped').length;
if (reasons.length > 0) console.log(`\nFailed beside single tests:\n- ${reasons.join('\n- ')}`);
if (isWhole)
  console.log(
    `\nThe real PbootCMS site beside the repository is ${hasRealSite ? 'used too' : 'not there: its tests are skipped'}.`,
  );
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
