import { sql } from 'kysely';
import { article } from '../../contract/entities/article.ts';
import { bumpVersion } from '../../server/database/dataVersion.ts';
import { derive } from '../../server/database/derived/index.ts';
import { orderIndexes } from '../../server/database/derived/orderIndexes.ts';
import { searchIndex } from '../../server/database/derived/searchIndex.ts';
import { tally } from '../../server/database/derived/tally.ts';
import type { Database, Db } from '../../server/database/tables.ts';

const words =
  '茶园 采摘 工艺 品质 春茶 山场 气候 合作 发布 会议 通知 市场 技术 设备 服务 客户 项目 团队 标准 检测'.split(' ');
const now = '2026-01-01T00:00:00Z';
const batch = 1000;

interface Options {
  /** Percent of the usual text. */
  repeat?: number;
  /** The administrator who made a tenth of them; administrator 1 made the others. */
  maker?: number;
}

/**
 * A column with three below it and `n` articles in them, of about 2 kB of text each, written straight into the tables; what is derived
 * of the table is made afterwards.
 */
export async function fillArticles(database: Database, n: number, options: Options = {}): Promise<void> {
  const statements = [tally, searchIndex, orderIndexes].flatMap((part) => part(article, database.kind).drop);
  await database.transaction(async (db) => {
    if (database.kind === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
    for (const statement of statements) await sql.raw(statement).execute(db);
    const parent = await column(db, 'bench', null);
    const columns = [parent, ...(await Promise.all(['one', 'two', 'three'].map((name) => column(db, name, parent))))];
    for (let from = 0; from < n; from += batch) {
      const rows = Array.from({ length: Math.min(batch, n - from) }, (_, at) => rowOf(columns, from + at, options));
      await insert(db, database.kind, rows);
    }
    await derive(db, database.kind);
    await bumpVersion(db, 'article');
  });
  if (database.kind === 'sqlite') return;
  await database.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql`vacuum analyze article`.execute(db);
  });
}

async function column(db: Db, url_name: string, pid: number | null): Promise<number> {
  const system = { sort: 0, version: 1, create_time: now, update_time: now };
  const { id } = await db
    .insertInto('column')
    .values({ title: '资讯', model: 'article', url_name, pid, content: '', ...system } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** One parameter for all rows: with one a value most of the time would go into making statements. */
async function insert(db: Db, kind: Database['kind'], rows: Record<string, string | number>[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const typeOf = (name: string) => (typeof rows[0]?.[name] === 'number' ? 'bigint' : 'text');
  const from =
    kind === 'sqlite'
      ? sql`select ${sql.raw(names.map((name) => `value ->> '${name}'`).join())} from json_each(${JSON.stringify(rows)})`
      : sql`select * from json_to_recordset(${JSON.stringify(rows)})
          as row (${sql.raw(names.map((name) => `${name} ${typeOf(name)}`).join())})`;
  await sql`insert into article (${sql.raw(names.join())}) ${from}`.execute(db);
}

/** One of `of` numbers, the same for the same `n`, and independent of what else is chosen. */
const chosen = (n: number, which: number, of: number) => (Math.imul(n * 8 + which, 2_654_435_761) >>> 12) % of;

function rowOf(columns: number[], n: number, { repeat = 100, maker }: Options) {
  const word = (at: number) => words[(n * 7 + at * 3) % words.length];
  const title = `${word(0)}${word(1)}${word(2)}第${n}期${n % 3 === 0 ? ' Spring' : ''}`;
  const content = `<p>${`${word(3)}${word(4)}${word(5)}`.repeat(repeat)}</p>`;
  return {
    col_id: columns[chosen(n, 1, columns.length)] as number,
    title,
    content,
    tags: `${word(6)},${word(7)}`,
    author: '编辑部',
    source: '本站',
    views: n % 1000,
    status: chosen(n, 2, 10) === 0 ? 0 : 1,
    description: `${title}，${word(8)}。`,
    publish_time: now,
    is_top: n % 5000 === 0 ? 1 : 0,
    sort: 0,
    version: 1,
    create_time: now,
    update_time: now,
    ...(maker && { admin_id: chosen(n, 3, 10) === 0 ? maker : 1 }),
  };
}
