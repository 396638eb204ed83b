import type { TestProject } from 'vitest/node';
import { startPgbouncer } from './pgbouncer.ts';
import { startReplicated } from './replicatedPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL, for making databases; with `TEST_CLUSTER=1` alone, as what follows. */
    clusterUrl: string;
    /** The same through pgbouncer, and its replica through another. */
    pooledUrl: string;
    pooledReplicaUrl: string;
  }
}

/** With `TEST_CLUSTER=1` one PostgreSQL for the run, with a streaming replica, each behind pgbouncer in transaction mode. */
export default async function startCluster(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_CLUSTER !== '1') return undefined;
  const postgres = await startReplicated();
  const [primary, replica] = [await startPgbouncer(postgres.primaryUrl), await startPgbouncer(postgres.replicaUrl)];
  project.provide('clusterUrl', postgres.primaryUrl);
  project.provide('pooledUrl', primary.url);
  project.provide('pooledReplicaUrl', replica.url);
  return async () => {
    await primary.stop();
    await replica.stop();
    await postgres.stop();
  };
}
