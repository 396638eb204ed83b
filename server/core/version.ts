import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The program's version, as package.json has it. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
);
