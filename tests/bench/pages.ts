import { join } from 'node:path';
import { build } from 'vite';
import { benchLighthouse } from './lighthouse.ts';
import { folder, root, signIn, startServer } from './servers.ts';
import { signInPage, useVisits, type Visit } from './visit.ts';

const rounds = 11;

/**
 * Our first load beside that of a minimal react-admin application (minimal/), built and served alike: script until the
 * first article row, and time until then, in turns, so that what else the machine does hits both alike.
 */
export async function benchPages(url: string, dataDir: string): Promise<void> {
  const dist = await buildMinimal();
  const minimal = { url: (await startServer(dataDir, { dist })).url, path: '/rTopAdmin/', dist };
  const ours = { url, path: '/rTopAdmin/content/article', dist: join(root, 'dist') };

  await useVisits(async ({ visit, remember }) => {
    const token = await signIn(url);
    const [oursState, minimalState] = [await remember(ours, token), await remember(minimal, token)];
    console.log(`\nUntil the first article row, empty cache; times are the median of ${rounds}\n`);
    console.log(row('', 'minimal', 'ours', 'ratio'));
    for (const slowdown of [1, 4]) {
      const visits: [Visit, Visit][] = [];
      for (let round = 0; round < rounds; round++)
        visits.push([await visit(minimal, minimalState, slowdown), await visit(ours, oursState, slowdown)]);
      const [theirs, own] = [visits.map(([one]) => one), visits.map(([, other]) => other)];
      if (slowdown === 1) report('script, kB gzip', kb(theirs), kb(own));
      report(slowdown === 1 ? 'time, ms' : `time, ms, processor ${slowdown}x slower`, median(theirs), median(own));
    }
    const signInVisit = await visit({ ...ours, ...signInPage }, undefined, 1);
    console.log(
      `\nscript until the sign-in can be used: ${kb([signInVisit])} kB gzip, after ${median([signInVisit])} ms`,
    );
  });
  await benchLighthouse(url);
}

const median = (visits: Visit[]) =>
  Math.round(visits.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(visits.length / 2)] ?? 0);
const kb = (visits: Visit[]) => Math.round((visits[0]?.scriptBytes ?? 0) / 1000);
const row = (name: string, ...cells: (string | number)[]) =>
  name.padEnd(34) + cells.map((cell) => String(cell).padStart(9)).join('');
const report = (name: string, theirs: number, own: number) =>
  console.log(row(name, theirs, own, (own / theirs).toFixed(2)));

async function buildMinimal(): Promise<string> {
  process.env.NODE_ENV = 'production';
  const outDir = folder('minimal');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'tests/bench/minimal'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}
