import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Not in a temporary folder, which another user of the machine could have created first. */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(import.meta.dirname, '../../node_modules/.cache/compiled'),
};

/** Requests create short-lived objects, but V8 lets a small heap double before it collects. These keep the server's process small. */
export const heapFlags = ['--max-semi-space-size=8', '--heap-growing-percent=10'];

export const started = new Date();

export const { version }: { version: string } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
);
