import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { drawPictures, makeDatabase } from './makeSite.ts';
import { versions } from './tables.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a PbootCMS site of our own writing: its pictures, and a database for each version (`3.0.4.db`). */
    sourceSite: string;
  }
}

/** Makes the site that imports are tried on; one for each project that asks for it. */
export default async function provideSite(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rtop-site-'));
  await drawPictures(folder);
  for (const version of versions) makeDatabase(join(folder, `${version}.db`), version);
  project.provide('sourceSite', folder);
  return () => rm(folder, { recursive: true, force: true });
}
