import { advance } from '../../server/database/generation.ts';
import type { Database } from '../../server/database/index.ts';

const words =
  '茶园 采摘 工艺 品质 春茶 山场 气候 合作 发布 会议 通知 市场 技术 设备 服务 客户 项目 团队 标准 检测'.split(' ');
const now = '2026-01-01T00:00:00Z';

/** A column with `n` articles of about 2 kB of text each, written straight into the tables. */
export async function fillArticles(database: Database, n: number): Promise<void> {
  await database.transaction(async (db) => {
    const system = { sort: 0, version: 1, create_time: now, update_time: now };
    const column = { title: '资讯', model: 'article', url_name: 'bench', content: '', ...system };
    const { id } = await db
      .insertInto('column')
      .values(column as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let from = 0; from < n; from += 100) {
      const rows = Array.from({ length: Math.min(100, n - from) }, (_, at) => article(id, from + at));
      await db
        .insertInto('article')
        .values(rows as never)
        .execute();
    }
    await advance(db, 'article');
  });
}

function article(col_id: number, n: number) {
  const word = (at: number) => words[(n * 7 + at * 3) % words.length];
  const title = `${word(0)}${word(1)}${word(2)}第${n}期`;
  const content = `<p>${`${word(3)}${word(4)}${word(5)}`.repeat(100)}</p>`;
  return {
    ...{ col_id, title, content, tags: `${word(6)},${word(7)}`, author: '编辑部', source: '本站', views: n % 1000 },
    ...{
      description: `${title}，${word(8)}。`,
      publish_time: now,
      sort: 0,
      version: 1,
      create_time: now,
      update_time: now,
    },
  };
}
