import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, text, nullableText, int, flag, ref, system } = columnsFor(db);
  const table = (name: string) => db.schema.createTable(name);

  const rule = system(text(id(table('rule')), 'title', 'path'));
  await flag(ref(rule, 'pid', 'rule'), 'show', 1).execute();
  await db.schema.createIndex('rule_path').on('rule').column('path').unique().execute();

  await flag(system(text(id(table('role')), 'title')), 'built_in').execute();
  let holds = ref(table('role_rule_method'), 'owner_id', 'role', (column) => column.notNull().onDelete('cascade'));
  holds = ref(holds, 'ref_id', 'rule', (column) => column.notNull().onDelete('cascade'));
  await holds.addPrimaryKeyConstraint('role_rule_method_pk', ['owner_id', 'ref_id'] as never[]).execute();

  let admin = system(
    text(id(table('admin')), 'username', 'nickname', 'avatar', 'mobile', 'email', 'password', 'last_ip'),
  );
  admin = nullableText(admin, 'last_login', 'locked_until', 'password_time');
  admin = ref(flag(flag(admin, 'status', 1), 'must_change'), 'groupId', 'role', (column) => column.notNull());
  await int(admin, 'logintimes', (column) => column.notNull().defaultTo(0)).execute();
  await db.schema.createIndex('admin_username').on('admin').column('username').unique().execute();
  await db.schema
    .createIndex('admin_mobile')
    .on('admin')
    .column('mobile')
    .unique()
    .where(sql.ref('mobile'), '<>', sql`''`)
    .execute();

  let session = ref(id(table('session')), 'admin_id', 'admin', (column) => column.notNull().onDelete('cascade'));
  session = text(session, 'token_hash', 'ip', 'user_agent', 'create_time', 'last_seen', 'expires');
  await session.execute();
  await db.schema.createIndex('session_token').on('session').column('token_hash').unique().execute();
  await db.schema.createIndex('session_admin').on('session').column('admin_id').execute();

  let column = text(id(table('column')), 'title', 'model', 'url_name', 'org_img', 'banner', 'link', 'seo_title');
  column = nullableText(system(text(column, 'keywords', 'description', 'content')), 'deleted_at');
  column = flag(flag(flag(flag(column, 'target'), 'is_nav', 1), 'status', 1), 'is_home');
  await ref(column, 'pid', 'column').execute();
  await db.schema
    .createIndex('column_url_name')
    .on('column')
    .column('url_name')
    .unique()
    .where(sql.ref('deleted_at'), 'is', sql`null`)
    .execute();
  await db.schema.createIndex('column_tree').on('column').columns(['pid', 'sort', 'id']).execute();

  for (const name of ['article', 'single']) {
    let content = ref(id(table(name)), 'col_id', 'column', (made) => made.notNull());
    content = text(content, 'title', 'subtitle', 'org_img', 'tags', 'author', 'source', 'description');
    content = text(system(text(content, 'seo_title', 'keywords', 'jump_url')), 'content');
    content = nullableText(content, 'publish_time', 'expire_time', 'deleted_at');
    if (name === 'article') content = flag(flag(flag(content, 'is_top'), 'is_recommend'), 'is_hot');
    content = flag(
      int(content, 'views', (made) => made.notNull().defaultTo(0)),
      'status',
      1,
    );
    await ref(content, 'admin_id', 'admin', (made) => made.onDelete('set null')).execute();
  }
  await db.schema.createIndex('article_order').on('article').columns(['deleted_at', 'sort', 'id desc']).execute();
  await db.schema
    .createIndex('article_column_order')
    .on('article')
    .columns(['col_id', 'deleted_at', 'sort', 'id desc'])
    .execute();
  await db.schema
    .createIndex('single_column')
    .on('single')
    .column('col_id')
    .unique()
    .where(sql.ref('deleted_at'), 'is', sql`null`)
    .execute();

  let log = text(id(table('operation_log')), 'username', 'title', 'path', 'params', 'target', 'ip', 'user_agent');
  log = text(nullableText(log, 'before', 'after'), 'create_time');
  log = int(int(int(int(log, 'admin_id'), 'target_id'), 'code'), 'cost_ms');
  await log.execute();
  await db.schema.createIndex('operation_log_time').on('operation_log').column('create_time').execute();

  let kept = ref(table('idempotency'), 'admin_id', 'admin', (made) => made.notNull().onDelete('cascade'));
  kept = nullableText(text(kept, 'key', 'request_hash', 'create_time'), 'reply');
  await kept.addPrimaryKeyConstraint('idempotency_pk', ['admin_id', 'key'] as never[]).execute();
  await db.schema.createIndex('idempotency_time').on('idempotency').column('create_time').execute();

  await int(text(table('attempt'), 'key', 'until'), 'count', (made) => made.notNull())
    .addPrimaryKeyConstraint('attempt_pk', ['key'] as never[])
    .execute();
  await text(id(table('config_item')), 'en_name', 'value').execute();
  await db.schema.createIndex('config_item_en_name').on('config_item').column('en_name').unique().execute();
  await int(text(table('generation'), 'entity'), 'n', (made) => made.notNull())
    .addPrimaryKeyConstraint('generation_pk', ['entity'] as never[])
    .execute();
  await int(text(table('import_origin'), 'source', 'source_id', 'entity'), 'entity_id', (made) => made.notNull())
    .addPrimaryKeyConstraint('import_origin_pk', ['source', 'source_id', 'entity'] as never[])
    .execute();
}
