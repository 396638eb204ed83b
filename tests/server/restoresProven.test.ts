import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { endClusters } from '../prove/cluster.ts';
import { restores } from '../prove/restores.ts';
import { killAll } from '../prove/serverProcess.ts';

// The short form of `npm run prove -- restores`.
test('a random site that is backed up under load comes back equal on the other kind of database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rtop-restores-'));
  onTestFinished(async () => {
    await killAll();
    await endClusters();
    rmSync(folder, { recursive: true, force: true });
  });
  const figures = await restores({
    program: inject('programCopy'),
    seed: 2,
    rounds: 1,
    folder,
    deadline: Number.POSITIVE_INFINITY,
    say: () => undefined,
  });
  expect(figures[0]?.reached).toBe(1);
}, 600_000);
