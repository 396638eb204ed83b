import type { TestProject } from 'vitest/node';
import { embeddedPostgres } from './embeddedPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The `postgres` database of the PostgreSQL server that all tests share; each block makes its own beside it. */
    postgresUrl: string;
  }
}

// Nothing outlives the tests, so nothing has to reach the disk.
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
const small = ['max_connections=200', 'shared_buffers=64MB'];

/** Starts one PostgreSQL for the whole run; what it returns ends it, also after failed tests. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await embeddedPostgres([...notDurable, ...small]);
  project.provide('postgresUrl', url);
  return stop;
}
