import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node';

export interface TestOutcome {
  file: string;
  title: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped. */
  skipReason?: string | undefined;
  /** Whether it was skipped for lack of a program that has to be there in CI. */
  lacksProgram?: boolean | undefined;
}

/** The outcome of a run of Vitest, as the runner reads it. */
export interface Counts {
  tests: TestOutcome[];
  /** Failures that are no tests: files, hooks, and errors that no test caught. */
  reasons: string[];
  emptyProjects: string[];
}

/** Counts all that can fail, not tests alone, and writes the counts to the file that `RTOP_TEST_COUNTS` names. */
export default class CountingReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message?: string }[]): void {
    const counts: Counts = { tests: [], reasons: [], emptyProjects: [] };
    const fail = (reason: string) => counts.reasons.push(reason);
    for (const module of modules) {
      const name = module.relativeModuleId;
      for (const test of module.children.allTests()) {
        const result = test.result();
        const { skipReason = result.state === 'skipped' ? result.note : undefined, lacksProgram } = test.meta();
        if (result.state === 'pending') fail(`${name}: "${test.fullName}" did not end`);
        else counts.tests.push({ file: name, title: test.fullName, state: result.state, skipReason, lacksProgram });
      }
      for (const suite of [module, ...module.children.allSuites()])
        for (const { message } of suite.errors()) fail(`${name}${nameOf(suite)}: ${message}`);
      if (!['passed', 'failed', 'skipped'].includes(module.state())) fail(`${name} did not end`);
    }
    for (const { message } of unhandled) fail(`An error that nothing caught: ${message}`);
    for (const { name } of this.vitest?.projects ?? [])
      if (!modules.some(({ project }) => project.name === name)) counts.emptyProjects.push(name);
    writeFileSync(process.env.RTOP_TEST_COUNTS ?? '', JSON.stringify(counts));
  }
}

const nameOf = (suite: TestModule | TestSuite) => (suite.type === 'suite' ? ` > ${suite.fullName}` : '');
