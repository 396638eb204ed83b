import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { oncePerRun } from '../oncePerRun.ts';
import { drawPictures, makeDatabase } from './makeSite.ts';
import { versions } from './tables.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a PbootCMS site of our own writing: its pictures, and a database for each version (`3.0.4.db`). */
    sourceSite: string;
  }
}

async function makeSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rtop-site-'));
  await drawPictures(folder);
  for (const version of versions) makeDatabase(join(folder, `${version}.db`), version);
  return folder;
}

/** Makes the site that imports are tried on. */
export default async function provideSite(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { value: folder, isFirst } = await oncePerRun('source site', makeSite);
  project.provide('sourceSite', folder);
  return isFirst ? () => rm(folder, { recursive: true, force: true }) : undefined;
}
