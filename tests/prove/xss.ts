import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { openDatabase } from '../../server/database/index.ts';
import { chromiumPath } from '../support/chromium.ts';
import { rememberedBy, type Visitor } from '../support/enterScene.ts';
import { consoleAt } from '../support/provider.ts';
import { clientOf } from '../support/server.ts';
import { drawPictures, makeDatabase } from '../support/sourceSite/makeSite.ts';
import { type Stage, stageOf } from '../support/stage.ts';
import { fillVisits } from '../support/visits.ts';
import { assert, type Prove } from './proof.ts';
import { randomOf } from './random.ts';
import { signIn, startProcess } from './serverProcess.ts';
import { fillByCalls, fillConfig, fillPastServer, leadPagesTo, type Site } from './xss/fill.ts';
import { type Looking, looking, type Seen } from './xss/look.ts';
import { payloadsOf } from './xss/payloads.ts';
import { lookAtPageLinks } from './xss/places.ts';
import { lookAtEntities, lookAtOthers, scriptPages } from './xss/screens.ts';
import { runUnescaped } from './xss/unescaped.ts';
import { type Watched, watch } from './xss/watch.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** @param rounds the number of payloads */
export const xss: Prove = async ({ folder, seed, say, deadline, rounds = 208 }) => {
  await run(process.execPath, ['server/commands/build.ts', '--if-stale'], { cwd: root });
  const payloads = payloadsOf(randomOf(seed), rounds);
  const dataDir = join(folder, 'data');
  const server = await startProcess(root, { DATA_DIR: dataDir, EXAMPLE_SITE: '1' });
  await server.listening;
  const token = await signIn(server.url);
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  const { provider } = consoleAt(server.url, token);
  const site: Site = { ...clientOf(server.url, token), database, provider };
  const stage = await makeStage(folder, dataDir, site);
  await fillVisits(database);

  const browser = await launch();
  const [called, unescaped] = await Promise.all([fillByCalls(site, payloads), runUnescaped(browser, payloads)]);
  say(`${unescaped.size} of ${payloads.length} run where nothing is escaped`);
  say(`${called.sent} records sent, ${called.refused} of ${called.values} values refused`);
  const stored = await fillPastServer(site, payloads);
  const items = await fillConfig(site, payloads);
  say(`${stored.stored} records and ${items} items of the configuration written past the server`);

  const rows = await database.db.selectFrom('single').select(['id', 'col_id']).execute();
  const columns = rows
    .filter(({ id }) => stored.wide.get('single')?.includes(Number(id)))
    .map(({ col_id }) => Number(col_id));
  const show = { wide: stored.wide, stage, payloads, columns, seed };
  const visitor: Visitor = { url: server.url, locale: 'zh', token };
  const visits = [true, false].map((bypassCSP) => visit(browser, visitor, { bypassCSP, until: deadline, say }));
  const [bare, guarded] = (await Promise.all(visits)) as [Visited, Visited];
  const looked = ({ at, other }: Visited, isShort: boolean) =>
    Promise.all([lookAtOthers(other, show, isShort), lookAtEntities(at, show, isShort)]);
  const [[others]] = await Promise.all([looked(bare, false), looked(guarded, true)]);
  await leadPagesTo(site, scriptPages);
  for (const { at } of [bare, guarded]) await lookAtPageLinks(at, stored.wide);
  await browser.close();
  await database.close();
  await server.stop();
  check(guarded);
  check(bare);
  const seen = new Set([...guarded.seen.numbers, ...bare.seen.numbers]);
  const perMode = (of: (visited: Visited) => number) => `${of(guarded)}, ${of(bare)}`;
  return [
    { what: 'different payloads', asked: '200', reached: payloads.length },
    { what: '… that run in a page which escapes nothing', asked: '', reached: unescaped.size },
    { what: '… that were seen on a screen in full digits', asked: '', reached: seen.size },
    { what: 'fields', asked: 'every one that holds texts', reached: stored.fields },
    { what: 'records sent by every call that makes or changes one', asked: '', reached: called.sent },
    {
      what: '… values of these, and how many of them the server refused',
      asked: '',
      reached: `${called.values.toLocaleString('en')}, ${called.refused.toLocaleString('en')}`,
    },
    { what: 'records written straight into the tables', asked: '', reached: stored.stored },
    {
      what: 'screens looked at with the content security policy, and without',
      asked: 'every one',
      reached: perMode(({ seen }) => seen.screens),
    },
    {
      what: 'scenes of tests/support/scenes.ts, and those whose state had to give way to the records with payloads',
      asked: '',
      reached: `${others.scenes}, ${others.missed.length} (${others.missed.join(', ')})`,
    },
    { what: 'texts of replies that became payloads on their way', asked: '', reached: others.spoilt },
    { what: 'scripts that ran, and dialogs', asked: '0', reached: perMode(({ watched }) => watched.executions.length) },
    {
      what: 'scripts that the policy had to stop',
      asked: '0',
      reached: perMode(({ watched }) => watched.violations.length),
    },
    {
      what: 'handlers and addresses that would run at a click',
      asked: '0',
      reached: perMode(({ seen }) => seen.sinks.length),
    },
    {
      what: 'screens left out because the time was over',
      asked: '0',
      reached: perMode(({ seen }) => seen.skipped),
    },
    { what: 'screens that failed', asked: '0', reached: perMode(({ seen }) => seen.absent.length) },
  ];
};

interface Visited {
  at: Looking;
  /** A second page of this visitor, in a browser context of its own that is used at the same time. */
  other: Looking;
  seen: Seen;
  watched: Watched;
}

interface Visit {
  /** If true, the content security policy is off, so that nothing but the program's own escaping is left. */
  bypassCSP: boolean;
  until: number;
  say(line: string): void;
}

async function visit(browser: Browser, visitor: Visitor, { bypassCSP, until, say }: Visit): Promise<Visited> {
  const tell = (line: string) => say(`${bypassCSP ? 'without' : 'with'} the policy: ${line}`);
  const watched: Watched = { executions: [], violations: [], errors: [] };
  const open = async () => {
    const options = { bypassCSP, reducedMotion: 'reduce', locale: 'zh-CN' } as const;
    const context = await browser.newContext({ ...options, ...rememberedBy(visitor) });
    await watch(context, tell, watched);
    return context.newPage();
  };
  const at = await looking(await open(), visitor, { until, tell });
  const other = await looking(await open(), visitor, { until, tell });
  other.seen = at.seen;
  return { at, other, seen: at.seen, watched };
}

function check({ seen, watched }: Visited): void {
  const found = { ...watched, sinks: seen.sinks, absent: seen.absent };
  for (const [what, lines] of Object.entries(found))
    assert(lines.length === 0, () => `${what}: ${lines.length}\n${[...new Set(lines)].slice(0, 40).join('\n')}`);
}

const launch = () =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  });

/** Imports a site, and adds the other records that the scenes show. */
async function makeStage(folder: string, dataDir: string, { data }: Site): Promise<Stage> {
  const source = join(folder, 'source');
  await mkdir(source);
  await drawPictures(source);
  makeDatabase(join(source, 'site.db'), '3.0.4');
  const importing = ['server/commands/import.ts', 'pbootcms', join(source, 'site.db'), '--files', source];
  await run(process.execPath, importing, { cwd: root, env: { ...process.env, DATA_DIR: dataDir } });
  return stageOf({ data });
}
