import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import { seed } from '../../server/setup/seed.ts';
import { embeddedPostgres } from '../support/embeddedPostgres.ts';
import { fillArticles } from './articles.ts';
import { type Load, load } from './load.ts';
import { bodyOf, headersOf } from './requests.ts';
import { folder, onStop, password, signIn, startServer } from './servers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const size = Number(process.env.BENCH_SIZE ?? 20_000);
const kinds = (process.env.BENCH_DATABASES ?? 'sqlite,postgres').split(',') as Database['kind'][];

/** How many times as long a list takes beside a running import as on the idle server. */
export async function benchImports(): Promise<void> {
  for (const kind of kinds) await benchOn(kind);
}

async function benchOn(kind: Database['kind']): Promise<void> {
  const dataDir = folder(`imports-${kind}`);
  const postgres = kind === 'postgres' ? await embeddedPostgres(['shared_buffers=512MB']) : undefined;
  onStop(async () => postgres?.stop());
  const database = await openDatabase({ dataDir, databaseUrl: postgres?.url });
  await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
  await fillArticles(database, 10_000);
  const { id } = await database.db.selectFrom('column').select('id').orderBy('id').executeTakeFirstOrThrow();
  await database.close();
  const server = await startServer(dataDir, { databaseUrl: postgres?.url });
  const token = await signIn(server.url);
  const list = async () => {
    const round = await load(
      `${server.url}/api/base.content/getContentList`,
      seconds,
      headersOf(token),
      bodyOf({ page: 1 }),
    );
    if (round.failed > 0) throw new Error(`${round.failed} requests failed`);
    return round;
  };

  const idle = [await list(), await list(), await list()];
  let isRunning = true;
  const begun = performance.now();
  const importing = importArticles(server.url, token, Number(id)).finally(() => {
    isRunning = false;
  });
  const beside: Load[] = [];
  while (isRunning) {
    const round = await list();
    if (isRunning) beside.push(round);
  }
  const created = await importing;
  if (beside.length === 0) throw new Error('the import was over too soon: BENCH_SIZE=100000 makes it longer');
  const took = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(
    `\n${kind}: ${created} articles imported in ${took} s, ${beside.length} rounds of ${seconds} s beside it`,
  );
  for (const name of ['p50', 'p99'] as const) {
    const [before, then] = [middle(idle, name), middle(beside, name)];
    console.log(`list, page 1, ${name}: ${before} ms idle, ${then} ms beside, ${(then / before).toFixed(2)} times`);
  }
  await server.stop();
  await postgres?.stop();
}

const middle = (rounds: readonly Load[], name: 'p50' | 'p99'): number =>
  rounds.map((round) => round[name]).toSorted((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? Number.NaN;

/** @returns how many were created */
async function importArticles(url: string, token: string, column: number): Promise<number> {
  const text = '茶园采摘工艺品质'.repeat(60);
  const rows = Array.from({ length: size }, (_, n) => `第 ${n} 篇导入的文章,${column},${text}`);
  const form = new FormData();
  form.append('entity', 'article');
  form.append('file', new Blob([['title,col_id,content', ...rows].join('\n')]), 'articles.csv');
  const reply = await fetch(`${url}/api/base.Transfer/import`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  });
  const { msg, data } = (await reply.json()) as { msg: string; data: { created: number } | null };
  if (data?.created !== size) throw new Error(`the import answered: ${msg} ${JSON.stringify(data)}`);
  return data.created;
}
