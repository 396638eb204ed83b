import { keptUntilChanged } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import { inDepthFirstOrder } from '../engine/tree.ts';

interface Node {
  id: number;
  pid: number | null;
}

/** Rows in tree order, each with its level. Rows with a missing ancestor are left out. */
function underShown<T extends Node>(rows: T[]): (T & { level: number })[] {
  return inDepthFirstOrder(Map.groupBy(rows, ({ pid }) => pid ?? 0));
}

/** The visible columns in tree order: enabled, with all ancestors enabled. They are kept until columns or templates change. */
export const shownColumns = (db: Db) =>
  keptUntilChanged(db, 'shown columns', ['column', 'template'], () => readShown(db));

async function readShown(db: Db) {
  const rows = await db
    .selectFrom('column')
    .leftJoin('template as list', 'list.id', 'list_template')
    .leftJoin('template as detail', 'detail.id', 'detail_template')
    .select(['column.id', 'pid', 'column.title', 'column.model', 'url_name', 'org_img', 'banner', 'link', 'target'])
    .select(['is_nav', 'is_home', 'seo_title', 'keywords', 'description'])
    .select(['list.path as list_template', 'detail.path as detail_template'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .orderBy('column.sort')
    .orderBy('column.id')
    .execute();
  const named = rows.map((row) => ({
    ...row,
    list_template: row.list_template ?? '',
    detail_template: row.detail_template ?? '',
  }));
  return underShown(named);
}

export async function shownNavs(db: Db, groupId: number) {
  const rows = await db
    .selectFrom('nav')
    .select(['id', 'pid', 'title', 'en_title', 'org_img', 'target', 'nofollow', 'url', 'col_id'])
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const columns = new Map((await shownColumns(db)).map((column) => [column.id, column]));
  const linked = rows.filter(({ col_id }) => col_id === null || columns.has(col_id));
  return underShown(
    linked.map((row) => {
      const column = columns.get(row.col_id ?? 0);
      const link = column ? { url: column.link, col_model: column.model, col_url_name: column.url_name } : {};
      return { ...row, col_model: '', col_url_name: '', ...link };
    }),
  );
}

/** The group with this `ident`, or else with this id. */
export async function groupOf(db: Db, table: 'nav_group' | 'ad_group', name: string): Promise<number | undefined> {
  const groups = db.selectFrom(table).select('id');
  const found = await groups.where('ident', '=', name).executeTakeFirst();
  if (found || !/^\d{1,15}$/.test(name)) return found?.id;
  return (await groups.where('id', '=', Number(name)).executeTakeFirst())?.id;
}
