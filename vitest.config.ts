import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { compileCache } from './server/core/program.ts';
import { Sequencer } from './tests/loop/sequencer.ts';
import { pollTimeoutMs } from './tests/support/pollTimeout.ts';
import { projectMarker } from './tests/support/processorTime.ts';
import { tempFolder } from './tests/support/tempFolder.ts';

// For the tests' own processes: what is compiled stays so, and no disk is waited for.
Object.assign(process.env, compileCache, { TMPDIR: tempFolder() });

/** What every project has: its processor time is counted (tests/support/processorTime.ts). */
const project = (name: string) => ({
  name,
  env: { [projectMarker]: name },
  // A larger young generation is collected less often, which saves a twentieth of the processor time.
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=128'],
  setupFiles: ['tests/support/currentFile.ts'],
});
const provideSite = 'tests/support/sourceSite/provide.ts';
/** Generous, because a test does not prove how fast a machine is. */
const limits = { testTimeout: 150_000, hookTimeout: 150_000, expect: { poll: { timeout: pollTimeoutMs } } };

const workers = Number(process.env.TEST_WORKERS ?? 2);
/**
 * Tests of the server wait a third of their time, for limits, for other processes and for the disk: one more worker uses it. Each project runs by itself,
 * so that what its workers have loaded serves all its files.
 */
const waiting = { maxWorkers: workers + 1, sequence: { groupOrder: 1 } };

/** Where nothing is proved of it, a password costs little to hash. */
const alias = { '@node-rs/argon2': resolve(import.meta.dirname, 'tests/support/quickArgon2.ts') };

/**
 * These put something else in a module's place, which files that share their modules would see too, or need a process that has
 * named no queries yet (preparedQueries).
 */
const mocking = ['tests/server/{configEffects,login,preparedQueries,secrets,secretsNowhere,sms}.test.ts'];

/** What the nightly run looks for with React's development code is its warnings, which fail a test. */
const isProduction = process.env.REACT !== 'development';

/** Loads the code of libraries that the built console has, not that for developers. */
const productionLibraries: Plugin = {
  name: 'production-libraries',
  configResolved({ ssr }) {
    const { resolve } = ssr;
    if (resolve) resolve.conditions = resolve.conditions?.filter((condition) => !condition.startsWith('development'));
  },
};

/** These read what the editor holds at once after a key, for which React's development code waits. */
const richText = 'tests/screens/richText*.test.tsx';

interface Screens {
  include: string[];
  exclude?: string[];
  isProduction: boolean;
}

/** Tests in jsdom; with React's production code they take a third less of the processor. */
const screensProject = (name: string, { include, exclude = [], isProduction }: Screens) => ({
  ...(isProduction && { plugins: [productionLibraries], oxc: { jsx: { development: false } } }),
  test: {
    ...limits,
    ...project(name),
    env: { [projectMarker]: name, ...(isProduction && { NODE_ENV: 'production' }) },
    alias,
    environment: 'jsdom',
    isolate: false,
    include,
    exclude,
    setupFiles: [
      'tests/support/currentFile.ts',
      ...(isProduction ? ['tests/support/productionReact.ts'] : []),
      'tests/support/jsdom.ts',
    ],
  },
});

export default defineConfig({
  test: {
    // A third one for browsers and screens takes a tenth off the time of two cores, and costs a tenth more of the processor.
    maxWorkers: workers,
    sequence: { sequencer: Sequencer },
    projects: [
      {
        test: {
          ...limits,
          ...project('node'),
          ...waiting,
          alias,
          environment: 'node',
          // What is compiled once stays so for the files after it: a third of the processor's time.
          isolate: false,
          include: ['tests/*.test.ts', 'tests/{contract,i18n,server,dataProvider,authProvider}/**/*.test.ts'],
          exclude: mocking,
          globalSetup: ['tests/support/postgres.ts', 'tests/support/programCopy.ts', provideSite],
        },
      },
      {
        test: {
          ...limits,
          ...project('mocking'),
          ...waiting,
          environment: 'node',
          include: mocking,
          globalSetup: ['tests/support/postgres.ts', 'tests/support/programCopy.ts'],
        },
      },
      screensProject('screens', { include: ['tests/screens/**/*.test.tsx'], exclude: [richText], isProduction }),
      screensProject('richText', { include: [richText], isProduction: false }),
      screensProject('console', { include: ['tests/console/**/*.test.tsx'], isProduction }),
      {
        test: {
          ...project('browser'),
          alias,
          ...limits,
          environment: 'node',
          isolate: false,
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: [
            'tests/support/console.ts',
            'tests/support/cluster.ts',
            'tests/support/postgres.ts',
            'tests/support/programCopy.ts',
            provideSite,
          ],
        },
      },
    ],
  },
});
