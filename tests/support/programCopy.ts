import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../build/server.ts';
import { oncePerRun } from './oncePerRun.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a copy of the program, that all tests share. */
    programCopy: string;
  }
}

const root = resolve(import.meta.dirname, '../..');
const parts = ['server', 'contract', 'package.json'];

/**
 * The program in a temporary folder, with a page of its own in the place of the built console, so that nothing depends
 * on `dist/`.
 */
export async function copyProgram(parent = tmpdir()): Promise<string> {
  const dir = await mkdtemp(join(parent, 'rtop-program-'));
  for (const part of parts) await cp(join(root, part), join(dir, part), { recursive: true });
  await buildServer(root, join(dir, 'bundle'));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  await mkdir(join(dir, 'dist/assets'), { recursive: true });
  await writeFile(join(dir, 'dist/index.html'), '<!doctype html><title>console</title>');
  return dir;
}

/** One copy for all tests: what Node has compiled of it is compiled for all of them. */
export default async function provideCopy(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { value: dir, isFirst } = await oncePerRun('program copy', () => copyProgram());
  project.provide('programCopy', dir);
  return isFirst ? () => rm(dir, { recursive: true, force: true }) : undefined;
}
