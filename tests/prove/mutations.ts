import { existsSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { selectTests } from '../loop/selectTests.ts';
import type { Counts } from '../support/countingReporter.ts';
import { runVitest } from '../support/runVitest.ts';
import { copyTree } from './mutations/copyTree.ts';
import { drawFaults } from './mutations/drawFaults.ts';
import { type Fault, readFaults, withFault, writeFaults } from './mutations/faults.ts';

/**
 * `npm run mutations`: 40 faults, one after the other, in a copy of the tree. For each the tests run that its room maps to
 * (tests/rooms.ts), nearest first, until one fails or the time is over. What is said to have caught a fault passes without it.
 *
 * `--tree DIR` takes another checkout, `--only 3,7` some faults, `--minutes 5` the time of one, `--out FILE` keeps the results.
 * `--whole` then runs the whole suite on up to five survivors. `--draw` draws those anew whose place is gone, `--seed` says which.
 */
const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    out: { type: 'string' },
    whole: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
    seed: { type: 'string', default: '33' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const tree = resolve(values.tree ?? root);
const survivorsOfWhole = 5;
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

interface Result extends Fault {
  outcome: 'caught' | 'survived' | 'timed out' | 'unclear';
  by?: string | undefined;
}

if (values.draw) {
  const trees = [...new Set([tree, root])];
  const kept = readFaults().filter((fault) => trees.every((each) => withFault(each, fault) !== undefined));
  writeFaults(drawFaults(trees, Number(values.seed), kept, say));
} else {
  const only = values.only?.split(',').map(Number);
  const results = await tryFaults(readFaults().filter(({ id }) => !only || only.includes(id)));
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  if (values.out) writeFileSync(values.out, `${JSON.stringify(results, undefined, 2)}\n`);
  say(
    `${count('caught')} of ${results.length} caught, ${count('survived')} survived, ${count('timed out')} timed out, ${count('unclear')} unclear.`,
  );
}

async function tryFaults(faults: readonly Fault[]): Promise<Result[]> {
  const gone = faults.filter((fault) => withFault(tree, fault) === undefined).map(({ id, file }) => `${id} in ${file}`);
  if (gone.length > 0)
    throw new Error(`The places of these faults are gone: ${gone.join(', ')}: npm run mutations -- --draw`);
  const { copy, restore, remove } = copyTree(tree);
  process.once('exit', remove);
  process.once('SIGINT', () => process.exit(130));
  const config = nearestFirst(copy);
  const limit = Number(values.minutes) * 60_000;
  const run = (files: string[], ms: number, ...options: string[]) =>
    runVitest(copy, ms, files, ['--config', config, '--bail=1', ...options]);
  const passesWithout = new Map<string, boolean>();

  /** A test that fails without the fault too has caught nothing. */
  async function doesPassWithout(file: string, title: string): Promise<boolean> {
    const key = `${file}: ${title}`;
    const known = passesWithout.get(key);
    if (known !== undefined) return known;
    const counts = await run([file], limit);
    const isRight = counts.tests.some((test) => test.title === title && test.state === 'passed');
    passesWithout.set(key, isRight);
    return isRight;
  }

  async function tryFault(fault: Fault, files: string[], ms: number): Promise<Result> {
    writeFileSync(join(copy, fault.file), withFault(copy, fault) ?? '');
    const counts = await run(files, ms);
    restore(fault.file);
    const failed = counts.tests.find(({ state }) => state === 'failed');
    if (failed) {
      const outcome = (await doesPassWithout(failed.file, failed.title)) ? 'caught' : 'unclear';
      return { ...fault, outcome, by: `${failed.file}: ${failed.title}` };
    }
    return { ...fault, ...withoutFailedTest(counts) };
  }

  const results: Result[] = [];
  for (const fault of faults) {
    const files = selectTests(copy, [fault.file]).map(({ file }) => file);
    const result = await tryFault(fault, files, limit);
    say(`${fault.id} ${fault.file}, ${fault.operator}: ${result.outcome}${result.by ? ` by ${result.by}` : ''}`);
    results.push(result);
  }
  if (values.whole)
    for (const [index, survivor] of results.entries()) {
      const before = results.slice(0, index).filter(({ outcome }) => outcome === 'survived');
      if (survivor.outcome !== 'survived' || before.length >= survivorsOfWhole) continue;
      const { outcome, by } = await tryFault(survivor, [], 60 * 60_000);
      say(`${survivor.id} ${survivor.file} in the whole suite: ${outcome}${by ? ` by ${by}` : ''}`);
    }
  return results;
}

/** A file or a hook that fails, or an error that nothing caught, has caught the fault as well. */
function withoutFailedTest({ reasons, tests }: Counts): Pick<Result, 'outcome' | 'by'> {
  const isOver = reasons.some((reason) => reason.includes('were not over after'));
  if (isOver) return { outcome: 'timed out' };
  const [reason] = reasons;
  if (reason) return { outcome: 'caught', by: reason };
  return { outcome: tests.length > 0 ? 'survived' : 'unclear' };
}

/** A configuration of the copy that runs files in the order in which they are named, whatever the tree's own says. */
function nearestFirst(copy: string): string {
  const file = join(copy, 'vitest.nearestFirst.config.ts');
  const sequencer = join(root, 'tests/loop/sequencer.ts');
  if (!existsSync(file))
    writeFileSync(
      file,
      `import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';
import { Sequencer } from '${sequencer}';
export default mergeConfig(config, { test: { sequence: { sequencer: Sequencer } } });
`,
    );
  return relative(copy, file);
}
