import { openDatabase } from '../../server/database/index.ts';
import type { Database } from '../../server/database/tables.ts';
import type { ListQuery } from '../../server/engine/list/queryFilter.ts';
import { seed } from '../../server/setup/seed.ts';
import { embeddedPostgres } from '../support/embeddedPostgres.ts';
import { clientOf } from '../support/server.ts';
import { fillArticles } from './articles.ts';
import { load } from './load.ts';
import { bodyOf, headersOf } from './requests.ts';
import { folder, onStop, password, signIn, startServer } from './servers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const size = Number(process.env.BENCH_SIZE ?? 1_000_000);
const kinds = (process.env.BENCH_DATABASES ?? 'sqlite,postgres').split(',') as Database['kind'][];

const username = 'limited-one';
const stamps = { create_time: '2026-01-01T00:00:00Z', update_time: '2026-01-01T00:00:00Z', version: 1, sort: 0 };

const lists: Record<string, ListQuery> = {
  'page 1': { page: 1 },
  'page 500': { page: 500 },
  drafts: { page: 1, status: 0 },
  'by title': { page: 1, sort: 'title' },
  'search 茶园 (a quarter of all)': { page: 1, searchKey: '茶园' },
  'search 第77777期 (one)': { page: 1, searchKey: '第77777期' },
};
const limits: Record<string, Record<string, unknown>> = {
  'two of four columns': { columns: '[2,3]' },
  'own, a tenth': { own_only: 1 },
  both: { columns: '[2,3]', own_only: 1 },
  'hidden fields': { field_limits: '{"article":{"source":"hidden","tags":"hidden"}}' },
};

/** Measures how many times as long a list takes with a role's limits as without them. */
export async function benchLimits(): Promise<void> {
  for (const kind of kinds) await benchOn(kind);
}

async function benchOn(kind: Database['kind']): Promise<void> {
  const dataDir = folder(`limits-${kind}`);
  const postgres =
    kind === 'postgres' ? await embeddedPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']) : undefined;
  onStop(async () => postgres?.stop());
  const database = await openDatabase({ dataDir, databaseUrl: postgres?.url });
  await seed(database, { adminUsername: 'admin', adminPassword: password, sampleSite: false });
  const role = await database.db
    .insertInto('role')
    .values({ title: 'limited', ...stamps } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const maker = await database.db
    .insertInto('admin')
    .values({ username, password: '', groupId: role.id, ...stamps } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await fillArticles(database, size, { maker: maker.id });
  await database.close();
  const server = await startServer(dataDir, { databaseUrl: postgres?.url });
  const free = await signIn(server.url);
  const client = clientOf(server.url, free);
  const rules = await client.data<{ id: number; sunList: { id: number }[] }[]>('base.admin/getRuleList');
  const rule_method = rules.flatMap((rule) => [rule.id, ...rule.sunList.map(({ id }) => id)]).join();
  await client.data('base.admin/edit_role', { id: role.id, rule_method });
  await client.data('base.admin/editAdmin', { id: maker.id, password: 'first-word-73' });
  const first = await client.signIn(username, 'first-word-73');
  const words = { password: 'first-word-73', new_password: 'second-word-84' };
  await client.data('auth.auth/changePassword', words, { token: first });
  const limited = await client.signIn(username, words.new_password);
  console.log(
    `\n${kind}, ${size.toLocaleString('en')} articles, 10 connections, 3 rounds of ${seconds} s, the middle one\n`,
  );
  console.log(line('times as long as without', ...Object.keys(limits)));
  const rate = async (token: string, query: ListQuery) => {
    const { perSecond, failed } = await load(
      ...([`${server.url}/api/base.content/getContentList`, seconds, headersOf(token), bodyOf(query)] as const),
    );
    if (failed > 0) throw new Error(`${failed} requests failed`);
    return perSecond;
  };
  for (const [name, query] of Object.entries(lists)) {
    const cells: string[] = [];
    for (const limit of Object.values(limits)) {
      const none = { columns: '[]', own_only: 0, field_limits: '{}' };
      await client.data('base.admin/edit_role', { id: role.id, ...none, ...limit });
      const rounds: number[] = [];
      for (let round = 0; round < 3; round++) rounds.push((await rate(free, query)) / (await rate(limited, query)));
      cells.push((rounds.toSorted((one, other) => one - other)[1] ?? 0).toFixed(2));
    }
    console.log(line(name, ...cells));
  }
  await server.stop();
  await postgres?.stop();
}

const line = (name: string, ...cells: string[]) => name.padEnd(32) + cells.map((cell) => cell.padStart(22)).join('');
