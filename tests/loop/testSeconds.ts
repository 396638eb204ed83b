import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How long each test file took a worker when it last ran here, in seconds. */
const record = '.cache/testSeconds.json';
/** What a line of a file takes that never ran here, by its folder; elsewhere next to nothing is started. */
const perLine: Record<string, number> = {
  browser: 0.2,
  screens: 0.03,
  server: 0.04,
  'entities.test.ts': 0.15,
  'runner.test.ts': 0.2,
};
const perLineElsewhere = 0.01;

/** @returns what a test file is expected to take a worker, in seconds */
export function expectedSeconds(root: string): (file: string) => number {
  const known = readRecord(root);
  return (file) => known[file] ?? secondsByLines(root, file);
}

export function secondsByLines(root: string, file: string): number {
  const [, folder = ''] = file.split('/');
  return readFileSync(join(root, file), 'utf8').split('\n').length * (perLine[folder] ?? perLineElsewhere);
}

export function recordSeconds(root: string, seconds: Record<string, number>): void {
  const path = join(root, record);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...readRecord(root), ...seconds }, undefined, 1));
}

export type Project = 'browser' | 'screens' | 'node';

export function projectOf(file: string): Project {
  if (file.startsWith('tests/browser/')) return 'browser';
  return file.startsWith('tests/screens/') ? 'screens' : 'node';
}

function readRecord(root: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(join(root, record), 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}
