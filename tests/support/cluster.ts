import type { TestProject } from 'vitest/node';
import { startPgbouncer } from './pgbouncer.ts';
import { startReplicated } from './replicatedPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL in which tests make databases. All three URLs are provided only with `TEST_CLUSTER=1`. */
    clusterUrl: string;
    /** URL of that PostgreSQL through pgbouncer. `pooledReplicaUrl` leads to its replica, through another pgbouncer. */
    pooledUrl: string;
    pooledReplicaUrl: string;
  }
}

/**
 * With `TEST_CLUSTER=1`, starts one PostgreSQL for the run and a streaming replica, each behind pgbouncer in
 * transaction mode.
 */
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
