import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

/** As the contract had them when this landed: title and screen of what could be exported, and the rule of its list. */
const exported: Record<string, [title: string, screen: string, list: string]> = {
  column: ['栏目', '/columnList', 'base.base/getColumnList'],
  article: ['文章', '/content', 'base.content/getContentList?model=article'],
  product: ['产品', '/content', 'base.content/getContentList?model=product'],
  atlas: ['图集', '/content', 'base.content/getContentList?model=atlas'],
  video: ['视频', '/content', 'base.content/getContentList?model=video'],
  down: ['下载', '/content', 'base.content/getContentList?model=down'],
  recruitment: ['招聘', '/content', 'base.content/getContentList?model=recruitment'],
  single: ['单页', '/content', 'base.content/getContentList?model=single'],
  message: ['留言', '/content', 'base.content/getContentList?model=message'],
  category: ['分类', '/content', 'base.Category/getCategoryList'],
  size: ['规格', '/content', 'base.Size/getSizeList'],
  content_param: ['内容参数', '/content', 'base.content/getContentParams'],
  media: ['媒体文件', '/media', 'base.Media/list'],
  media_folder: ['媒体文件夹', '/media', 'base.Media/folders'],
  nav: ['导航', '/navList', 'base.base/getNavList'],
  nav_group: ['导航分组', '/navList', 'base.base/getNavGroup'],
  ad: ['广告', '/advertise', 'base.base/getAdList'],
  ad_group: ['广告位', '/advertise', 'base.base/getAdGroup'],
  user: ['用户', '/user_list', 'base.User/list'],
  history: ['浏览记录', '/history_list', 'base.User/historyList'],
  collect: ['收藏记录', '/collect_list', 'base.User/collectList'],
  down_record: ['下载记录', '/down_list', 'base.User/downList'],
  role: ['角色', '/authGroup', 'base.admin/getRoleList'],
  rule: ['权限规则', '/authRulesGroup', 'base.admin/getRuleList'],
  template: ['模板', '/tempIndex', 'base.Config/tempList'],
  operation_log: ['操作日志', '/operateLog', 'base.base/getOperateLog'],
  run_log: ['运行日志', '/systemLog', 'base.base/getSystemLog'],
  visitor_log: ['访客日志', '/visitorLog', 'base.base/getVisitorLog'],
};
const exportPath = 'base.Transfer/export';

/**
 * Limits of roles. And each entity gets a rule of its own for whoever exports its records; roles that could export them keep it: it
 * took the rule of the list too. A new database gets its rules after its migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number, string } = columnsFor(db);
  await db.schema.alterTable('role').addColumn('columns', string).execute();
  await db.schema
    .alterTable('role')
    .addColumn('own_only', number, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('role').addColumn('field_limits', string).execute();
  for (const [entity, [title, screen, list]] of Object.entries(exported)) {
    const path = `${exportPath}?entity=${entity}`;
    await sql`insert into rule (title, path, pid, show, sort, version, create_time, update_time)
      select ${`导出${title}`}, ${path}, (select id from rule where path = ${screen}), 1, 0, 1, create_time, create_time
      from rule where path = ${exportPath}`.execute(db);
    await sql`insert into role_rule_method (owner_id, ref_id)
      select owner_id, (select id from rule where path = ${path}) from role_rule_method
      where ref_id = (select id from rule where path = ${exportPath}) and owner_id in (
        select owner_id from role_rule_method where ref_id = (select id from rule where path = ${list})
      )`.execute(db);
  }
  await sql`delete from role_rule_method where ref_id in (select id from rule where path = ${exportPath})`.execute(db);
  await sql`delete from rule where path = ${exportPath}`.execute(db);
}
