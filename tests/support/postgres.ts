import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/database/index.ts';
import { embeddedPostgres } from './embeddedPostgres.ts';
import { oncePerRun } from './oncePerRun.ts';
import { onPostgres } from './onPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The `postgres` database of the PostgreSQL server that all tests share; each block makes its own beside it. */
    postgresUrl: string;
    /** The name of one that has all its tables and no rows, to make others of. */
    postgresTemplate: string;
  }
}

// Nothing outlives the tests, so nothing has to reach the disk.
const notDurable = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
  ...['wal_level=minimal', 'max_wal_senders=0'],
];
const small = ['max_connections=200', 'shared_buffers=64MB'];

/** Starts one PostgreSQL for the whole run, whichever projects ask for it; what it returns ends it, also after failed tests. */
export default async function startPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { value, isFirst } = await oncePerRun('postgres', start);
  const { url, template, stop } = value;
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  return isFirst ? stop : undefined;
}

async function start() {
  const { url, stop } = await embeddedPostgres([...notDurable, ...small]);
  return { url, stop, template: await makeTemplate(url) };
}

async function makeTemplate(url: string): Promise<string> {
  const name = 'template_of_tests';
  await onPostgres(url, `create database ${name}`);
  const database = await openDatabase({
    dataDir: '',
    databaseUrl: Object.assign(new URL(url), { pathname: name }).href,
  });
  await database.close();
  return name;
}
