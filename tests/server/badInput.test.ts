import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { badInputOnPostgres, badInputOnSqlite } from '../prove/badInput.ts';
import { endClusters } from '../prove/cluster.ts';
import { killAll } from '../prove/serverProcess.ts';
import { seeds } from '../support/seeds.ts';

// The short forms of `npm run prove -- bad-input` and `bad-input-postgres`.
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rtop-bad-input-'));
});
afterEach(async () => {
  await killAll();
  await endClusters();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['SQLite', badInputOnSqlite],
  ['PostgreSQL', badInputOnPostgres],
])(
  'no mutated request of any call is answered with 5xx on %s',
  async (_name, prove) => {
    const options = {
      program: inject('programCopy'),
      seed: 5,
      rounds: seeds(100),
      folder,
      deadline: Date.now() + 120_000,
      say: () => undefined,
    };
    const figures = await prove(options);
    const reached = (what: string) => Number(figures.find((figure) => figure.what === what)?.reached);
    expect(reached('requests')).toBeGreaterThan(0);
    expect(reached('… accepted')).toBeGreaterThan(0);
  },
  180_000,
);
