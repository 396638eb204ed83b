import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assert, type Prove } from './proof.ts';

const root = resolve(import.meta.dirname, '../..');

/** Each fault, and the tests that bring it about: by file the beginnings of their names. */
const faults: Record<string, [file: string, name: RegExp][]> = {
  'a full disk, of SQLite and of PostgreSQL': [
    ['outage', /^A10: (refuses writes in one sentence, alone|reading, signing in)/],
  ],
  'a disk that can only be read': [
    ['outage', /^A10: refuses writes in one sentence, answers reads/],
    ['checkDatabaseFile', /^A13: in a folder that may only be read/],
  ],
  'a log that cannot be written': [['outage', /^A10: (a log on a full disk|so does a log)/]],
  'a database that is gone, and comes back': [
    ['outage', /^A14: (calls get 503, and|a line that is cut)/],
    ['storage', /^(a connection that dies|a restart of the database)/],
  ],
  'a database whose line falls silent, or that became a standby': [
    ['outage', /^A14: (a line that falls silent|writes on a connection)/],
  ],
  'a database whose host nobody knows by name any more': [['outage', /^A14: calls get 503 while nobody knows/]],
  'a clock that was ahead by a day': [['clock', /^(a limit|the turns|a second factor|a session|a network|a code)/]],
  'a clock that jumps back and forth': [
    ['clock', /^(saves get through|wait for no longer|are not given up)/],
    ['retention', /^A15: stay for a day after the clock was set/],
  ],
  'a mail host whose name is unknown, or that refuses, is silent or slow': [
    ['configEffects', /^A9: of mail (that fails|holds no line)/],
  ],
  'a bucket that hangs': [['cloud', /^that hangs is not waited for/]],
  'an SMS gateway that hangs or fails': [['sms', /^answers at once where the gateway hangs/]],
  'a host of pictures that is silent, stops or drips': [['mediaFetch', /^who says nothing/]],
};

interface Report {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

export const faultsAndRecovery: Prove = async ({ folder, say }) => {
  const files = new Set(
    Object.values(faults).flatMap((tests) => tests.map(([file]) => `tests/server/${file}.test.ts`)),
  );
  const output = join(folder, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [
    'run',
    ...files,
    '--reporter=json',
    `--outputFile=${output}`,
    '--no-file-parallelism',
    '--testTimeout=180000',
  ];
  const child = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'ignore' });
  await once(child, 'exit');
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  return Object.entries(faults).map(([what, tests]) => {
    const found = tests.flatMap(([file, name]) =>
      testResults
        .filter((result) => result.name.endsWith(`/${file}.test.ts`))
        .flatMap(({ assertionResults }) =>
          assertionResults.filter(({ title, status }) => name.test(title) && status !== 'skipped'),
        ),
    );
    const failed = found.filter(({ status }) => status !== 'passed');
    assert(found.length > 0 && failed.length === 0, () => `${what}: ${JSON.stringify(failed)} of ${found.length}`);
    say(`${what}: ${found.map(({ title }) => title).join('; ')}`);
    return {
      what,
      asked: 'a clear refusal, recovery unaided',
      reached: `${found.length} ${found.length === 1 ? 'test' : 'tests'}`,
    };
  });
};
