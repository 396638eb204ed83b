import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { compileCache } from './server/core/program.ts';
import { Sequencer } from './tests/loop/sequencer.ts';
import { pollTimeoutMs } from './tests/support/pollTimeout.ts';
import { projectMarker } from './tests/support/processorTime.ts';
import { tempFolder } from './tests/support/tempFolder.ts';

// For the tests' own processes: compiled code is cached, and temporary files do not wait for a disk.
Object.assign(process.env, compileCache, { TMPDIR: tempFolder() });

/** The settings of every project. Its processor time is counted (tests/support/processorTime.ts). */
const project = (name: string) => ({
  name,
  env: { [projectMarker]: name },
  // A larger young generation is collected less often, which saves a twentieth of the processor time.
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=128'],
  setupFiles: ['tests/support/currentFile.ts'],
});
const provideSite = 'tests/support/sourceSite/provide.ts';
/** The limits are generous, because a test does not prove how fast a machine is. */
const limits = { testTimeout: 150_000, hookTimeout: 150_000, expect: { poll: { timeout: pollTimeoutMs } } };

const workers = Number(process.env.TEST_WORKERS ?? 2);
/**
 * Tests of the server wait a third of their time, for limits, for other processes and for the disk, so one more worker
 * runs them. Each project runs by itself, so that what its workers have loaded serves all its files.
 */
const waiting = { maxWorkers: workers + 1, sequence: { groupOrder: 1 } };

/** Makes a password cheap to hash where a test proves nothing about that. */
const alias = { '@node-rs/argon2': resolve(import.meta.dirname, 'tests/support/quickArgon2.ts') };

/**
 * These files replace modules, which files that share their modules would see too, or need a process that has named no
 * queries yet (preparedQueries).
 */
const mocking = ['tests/server/{configEffects,login,preparedQueries,secrets,secretsNowhere,sms}.test.ts'];

/** The nightly run uses React's development code for its warnings, which fail a test. */
const isProduction = process.env.REACT !== 'development';

/** Loads the libraries' production code, which the built console has, instead of their development code. */
const productionLibraries: Plugin = {
  name: 'production-libraries',
  configResolved({ ssr }) {
    const { resolve } = ssr;
    if (resolve) resolve.conditions = resolve.conditions?.filter((condition) => !condition.startsWith('development'));
  },
};

/** These tests read the editor right after a key, and need React's development code, which waits for that. */
const richText = 'tests/screens/richText*.test.tsx';

interface Screens {
  include: string[];
  exclude?: string[];
  isProduction: boolean;
}

/** A project of tests in jsdom. With React's production code they take a third less of the processor's time. */
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
    // A third worker for browsers and screens saves a tenth of the time on two cores, and costs a tenth more of the
    // processor's time.
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
          // Code that is compiled once serves the files after it, which saves a third of the processor time.
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
