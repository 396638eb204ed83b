import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../server/database/index.ts';
import { fillArticles } from '../bench/articles.ts';
import { fillVersions } from '../bench/articleVersions.ts';
import { copyProgram } from '../support/programCopy.ts';
import { clientOf } from '../support/server.ts';
import { assert, type Prove } from './proof.ts';
import { type Random, randomOf } from './random.ts';
import { signIn, startProcess } from './serverProcess.ts';

const versions = 20;
const times = 300;
/** Length of the texts, as a percentage of the bench's texts of 2 kB. */
const percent = 5;

/** @param rounds articles of the larger site */
export const scale: Prove = async ({ folder, seed, say, rounds = 1_000_000 }) => {
  const sizes = [Math.round(rounds / 10), rounds] as const;
  const program = await copyProgram(folder);
  const small = await open(program, join(folder, 'small'), sizes[0]);
  say(`${sizes[0]} articles in ${small.fillSeconds} s`);
  const large = await open(program, join(folder, 'large'), sizes[1]);
  say(`${sizes[1]} articles in ${large.fillSeconds} s`);
  const took = await measure(small, large, randomOf(seed));
  await small.stop();
  await large.stop();
  return [
    { what: 'articles', asked: '1,000,000', reached: sizes[1] },
    { what: 'versions', asked: '20 each', reached: sizes[1] * versions },
    {
      what: 'seconds until both sites were filled in',
      asked: '',
      reached: `${small.fillSeconds}, ${large.fillSeconds}`,
    },
    { what: 'their files', asked: '', reached: `${gigabytes(small.bytes)}, ${gigabytes(large.bytes)}` },
    ...[...took].map(([what, [fewer, more]]) => ({
      what: `${what}: p50 and p99 of the smaller site; of the larger; their ratios`,
      asked: '',
      reached: `${both(fewer)}; ${both(more)}; ${ratio(fewer, more, 0.5)}, ${ratio(fewer, more, 0.99)}`,
    })),
  ];
};

interface Site {
  size: number;
  call: ReturnType<typeof clientOf>['call'];
  bytes: number;
  fillSeconds: number;
  stop(): Promise<void>;
}

async function open(program: string, dataDir: string, size: number): Promise<Site> {
  const settings = { DATA_DIR: dataDir };
  const first = await startProcess(program, settings);
  await first.listening;
  await first.stop();
  const begun = performance.now();
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  await fillArticles(database, size, { repeat: percent });
  await fillVersions(database, versions);
  await database.close();
  const fillSeconds = Math.round((performance.now() - begun) / 1000);
  const bytes = statSync(join(dataDir, 'rtop.db')).size;
  const server = await startProcess(program, settings);
  await server.listening;
  const { call } = clientOf(server.url, await signIn(server.url));
  return { size, call, bytes, fillSeconds, stop: server.stop };
}

type Asked = readonly [path: string, params: Record<string, unknown>];

/** Asks both sites in turn, so that what else the machine does falls on both. */
async function measure(small: Site, large: Site, random: Random): Promise<Map<string, [number[], number[]]>> {
  const list = (more: object): Asked => [
    'base.content/getContentList',
    { model: 'article', id: 0, limit: 20, ...more },
  ];
  const anyId = ({ size }: Site) => random.int(1, size);
  const asked: Record<string, (site: Site) => Asked> = {
    'page 1': () => list({ page: 1 }),
    'a far page': ({ size }) => list({ page: random.int(Math.ceil(size / 40), Math.floor(size / 20)) }),
    'a search that a quarter of all match': () => list({ searchKey: '茶园' }),
    'a search that one matches': (site) => list({ searchKey: `第${anyId(site)}期` }),
    'the list of a history': (site) => ['base.Version/list', { entity: 'article', id: anyId(site) }],
    'a version of it': (site) => [
      'base.Version/read',
      { entity: 'article', id: anyId(site), n: random.int(1, versions) },
    ],
    'an edit': (site) => ['base.content/editArticle', { id: anyId(site), title: `edited ${random.int(1, 1e9)}` }],
  };
  const took = new Map<string, [number[], number[]]>();
  for (const [what, next] of Object.entries(asked)) {
    const own: [number[], number[]] = [[], []];
    for (let n = 0; n < times; n++)
      for (const [at, site] of [small, large].entries()) {
        const started = performance.now();
        const { status, body } = await site.call(...next(site));
        own[at]?.push(performance.now() - started);
        assert(status === 200 && body.code === 1, () => `${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
      }
    took.set(what, own);
  }
  return took;
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const at = (all: number[], part: number) =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length * part)] ?? Number.NaN;
const both = (took: number[]) => `${at(took, 0.5).toFixed(1)} ms, ${at(took, 0.99).toFixed(1)} ms`;
const ratio = (fewer: number[], more: number[], part: number) => (at(more, part) / at(fewer, part)).toFixed(2);
