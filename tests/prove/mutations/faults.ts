import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fault as it is kept: `search` stands exactly once in its file, and becomes `replacement`. */
export interface Fault {
  id: number;
  room: string;
  file: string;
  operator: string;
  search: string;
  replacement: string;
}

const path = join(import.meta.dirname, 'faults.json');

export const readFaults = (): Fault[] => JSON.parse(readFileSync(path, 'utf8')) as Fault[];
export const writeFaults = (faults: readonly Fault[]) =>
  writeFileSync(path, `${JSON.stringify(faults, undefined, 2)}\n`);

/** @returns the file's text with the fault; undefined where its place is gone */
export function withFault(tree: string, { file, search, replacement }: Fault): string | undefined {
  const text = readText(join(tree, file));
  const at = text.indexOf(search);
  if (at < 0 || text.indexOf(search, at + 1) >= 0) return undefined;
  return text.slice(0, at) + replacement + text.slice(at + search.length);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
