import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node';

/** What a run of Vitest came to, as the runner reads it. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed beside tests: files, hooks, projects, errors that no test caught. */
  reasons: string[];
  /** The tests that passed, each as its file and its title. */
  titles: [file: string, title: string][];
}

/** Counts all that can fail, not tests alone, and writes the counts to the file that `RTOP_TEST_COUNTS` names. */
export default class CountingReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message?: string }[]): void {
    const counts: Counts = { passed: 0, failed: 0, skipped: 0, reasons: [], titles: [] };
    const fail = (reason: string) => {
      counts.failed++;
      counts.reasons.push(reason);
    };
    for (const module of modules) {
      const name = module.relativeModuleId;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'pending') fail(`${name}: "${test.fullName}" did not end`);
        else counts[state]++;
        if (state === 'passed') counts.titles.push([name, test.fullName]);
      }
      for (const suite of [module, ...module.children.allSuites()])
        for (const { message } of suite.errors()) fail(`${name}${nameOf(suite)}: ${message}`);
      if (!['passed', 'failed', 'skipped'].includes(module.state())) fail(`${name} did not end`);
    }
    for (const { message } of unhandled) fail(`An error that nothing caught: ${message}`);
    for (const { name } of this.vitest?.projects ?? [])
      if (!modules.some(({ project }) => project.name === name)) fail(`The project ${name} has no tests`);
    writeFileSync(process.env.RTOP_TEST_COUNTS ?? '', JSON.stringify(counts));
  }
}

const nameOf = (suite: TestModule | TestSuite) => (suite.type === 'suite' ? ` > ${suite.fullName}` : '');
