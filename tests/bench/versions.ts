import { article } from '../../contract/entities/article.ts';
import { calls, type RoutedCall } from '../../contract/index.ts';
import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import type { Change } from '../../server/engine/callContext.ts';
import * as lifecycle from '../../server/engine/lifecycle.ts';
import { readVersion } from '../../server/engine/write/recordStates.ts';
import { logOperation } from '../../server/engine/write/transaction.ts';
import { seed } from '../../server/setup/seed.ts';
import { embeddedPostgres } from '../support/embeddedPostgres.ts';
import { fillArticles } from './articles.ts';
import { fillVersions } from './articleVersions.ts';
import { folder, onStop, password } from './servers.ts';

const records = Number(process.env.BENCH_RECORDS ?? 50_000);
const versions = 20;
const writes = 400;
const kinds = (process.env.BENCH_DATABASES ?? 'sqlite,postgres').split(',') as Database['kind'][];

const line = (...cells: string[]) => cells.map((cell, at) => (at ? cell.padStart(14) : cell.padEnd(12))).join('');
const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

/** Medians, in turns: an edit with its version beside the same without, and what opens a history of 20 versions. */
export async function benchVersions(): Promise<void> {
  console.log(`${records} articles with ${versions} versions each`);
  console.log(line('', 'without ms', 'with ms', 'ratio', 'list ms', 'read ms'));
  for (const kind of kinds) {
    const postgres = kind === 'postgres' ? await embeddedPostgres([]) : undefined;
    onStop(async () => postgres?.stop());
    const database = await openDatabase({ dataDir: folder(`versions-${kind}`), databaseUrl: postgres?.url });
    await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
    await fillArticles(database, records);
    await fillVersions(database, versions);
    const [without, withOne] = await timeWrites(database);
    const [list, read] = await timeReads(database);
    console.log(line(kind, ...[without, withOne, withOne / without, list, read].map((value) => value.toFixed(2))));
    await database.close();
  }
}

async function timeWrites(database: Database): Promise<[number, number]> {
  const routed = calls.get('base.content/editArticle') as RoutedCall;
  const info = { routed, admin: null, ip: '127.0.0.1', userAgent: '' };
  const edit = (id: number, hasVersion: boolean) =>
    database.transaction(async (db) => {
      const changes: Change[] = [];
      const params = { id, title: `t${performance.now()}` };
      await lifecycle.update({ db, admin: null, note: (change) => changes.push(change) }, article, id, {
        title: params.title,
      });
      const logged = hasVersion ? changes : changes.map(({ version: _version, ...change }) => change);
      await logOperation(db, info, { params, started: performance.now() }, logged);
    });
  const times: [number[], number[]] = [[], []];
  for (let at = 0; at < writes * 2; at++) {
    const started = performance.now();
    await edit(1 + ((at * 7) % records), at % 2 === 1);
    times[at % 2]?.push(performance.now() - started);
  }
  return [median(times[0]), median(times[1])];
}

async function timeReads({ db }: Database): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let at = 0; at < 200; at++) {
    const id = 1 + ((at * 101) % records);
    const started = performance.now();
    const ofRecord = db.selectFrom('record_version').where('entity', '=', 'article').where('record_id', '=', id);
    await ofRecord.select(['n', 'fields', 'create_time']).orderBy('n', 'desc').limit(20).execute();
    const listed = performance.now();
    await readVersion(db, article, id, versions);
    times[0].push(listed - started);
    times[1].push(performance.now() - listed);
  }
  return [median(times[0]), median(times[1])];
}
