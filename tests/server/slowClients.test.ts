import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { slowClients } from '../prove/load.ts';
import { killAll } from '../prove/serverProcess.ts';
import { seeds } from '../support/seeds.ts';

// The short form of `npm run prove -- slow-clients`.
test('500 clients that send or read slowly leave a normal client its replies within half a second', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rtop-slow-'));
  onTestFinished(async () => {
    await killAll();
    rmSync(folder, { recursive: true });
  });
  const options = {
    program: inject('programCopy'),
    seed: 1,
    rounds: seeds(1),
    folder,
    deadline: Number.POSITIVE_INFINITY,
    say: () => undefined,
  };
  const figures = await slowClients(options);
  expect(figures.find(({ what }) => what.startsWith('requests of a normal client'))?.reached).toBeGreaterThan(0);
}, 180_000);
