import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The folder for compiled code between starts. It is beside the program and not in a temporary folder, which another user
 * of the machine could have created first. With a full cache the process loads no compiler; without a cache everything
 * works too.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(import.meta.dirname, '../../node_modules/.cache/compiled'),
};

export const { version }: { version: string } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
);
