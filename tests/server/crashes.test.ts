import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { endClusters } from '../prove/cluster.ts';
import { crashesOnPostgres, crashesOnSqlite } from '../prove/crashes.ts';
import type { Prove } from '../prove/proof.ts';
import { killAll } from '../prove/serverProcess.ts';
import { walCuts } from '../prove/walCuts.ts';
import { seeds } from '../support/seeds.ts';

const timeoutMs = 180_000; // several processes on a machine that others share
// The short forms of `npm run prove -- crashes`, `crashes-postgres` and `wal`.
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rtop-crashes-'));
});
afterEach(async () => {
  await killAll();
  await endClusters();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (prove: Prove, rounds: number, what: string) => {
  const figures = await prove({
    program: inject('programCopy'),
    seed: 2,
    rounds,
    folder,
    deadline: Number.POSITIVE_INFINITY,
    say: () => undefined,
  });
  expect(figures.find((figure) => figure.what === what)?.reached).toBe(rounds);
};

test(
  'a server on SQLite that is killed under eight writers loses no acknowledged write and doubles no repeated one',
  () => run(crashesOnSqlite, seeds(1), 'rounds'),
  timeoutMs,
);

test(
  'neither do a server and its PostgreSQL that are killed',
  () => run(crashesOnPostgres, seeds(1), 'rounds'),
  timeoutMs,
);

test(
  'a write-ahead log that is cut anywhere opens to a prefix of the acknowledged writes',
  () => run(walCuts, seeds(5), 'places at which the write-ahead log was cut'),
  timeoutMs,
);
