import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

/** As the contract had them when this landed: title and screen of what could be exported. */
const exported: Record<string, [title: string, screen: string]> = {
  column: ['栏目', '/columnList'],
  article: ['文章', '/content'],
  product: ['产品', '/content'],
  atlas: ['图集', '/content'],
  video: ['视频', '/content'],
  down: ['下载', '/content'],
  recruitment: ['招聘', '/content'],
  single: ['单页', '/content'],
  message: ['留言', '/content'],
  category: ['分类', '/content'],
  size: ['规格', '/content'],
  content_param: ['内容参数', '/content'],
  media: ['媒体文件', '/media'],
  media_folder: ['媒体文件夹', '/media'],
  nav: ['导航', '/navList'],
  nav_group: ['导航分组', '/navList'],
  ad: ['广告', '/advertise'],
  ad_group: ['广告位', '/advertise'],
  user: ['用户', '/user_list'],
  history: ['浏览记录', '/history_list'],
  collect: ['收藏记录', '/collect_list'],
  down_record: ['下载记录', '/down_list'],
  role: ['角色', '/authGroup'],
  rule: ['权限规则', '/authRulesGroup'],
  template: ['模板', '/tempIndex'],
  operation_log: ['操作日志', '/operateLog'],
  run_log: ['运行日志', '/systemLog'],
  visitor_log: ['访客日志', '/visitorLog'],
};
const exportPath = 'base.Transfer/export';

/**
 * Limits of roles. And each entity gets a rule of its own for whoever exports its records; roles that could export keep it. A
 * new database gets its rules after its migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number, string } = columnsFor(db);
  await db.schema.alterTable('role').addColumn('columns', string).execute();
  await db.schema
    .alterTable('role')
    .addColumn('own_only', number, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('role').addColumn('field_limits', string).execute();
  for (const [entity, [title, screen]] of Object.entries(exported)) {
    const path = `${exportPath}?entity=${entity}`;
    await sql`insert into rule (title, path, pid, show, sort, version, create_time, update_time)
      select ${`导出${title}`}, ${path}, (select id from rule where path = ${screen}), 1, 0, 1, create_time, create_time
      from rule where path = ${exportPath}`.execute(db);
    await sql`insert into role_rule_method (owner_id, ref_id)
      select owner_id, (select id from rule where path = ${path}) from role_rule_method
      where ref_id = (select id from rule where path = ${exportPath})`.execute(db);
  }
  await sql`delete from role_rule_method where ref_id in (select id from rule where path = ${exportPath})`.execute(db);
  await sql`delete from rule where path = ${exportPath}`.execute(db);
}
