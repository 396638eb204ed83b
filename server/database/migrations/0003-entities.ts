import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

type Table = CreateTableBuilder<string, string>;

export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, text, nullableText, int, flag, ref, system } = columnsFor(db);
  const table = (name: string) => id(db.schema.createTable(name));
  const zero = (made: Table, ...names: string[]) =>
    names.reduce((into, name) => int(into, name, (column) => column.notNull().defaultTo(0)), made);
  const ints = (made: Table, ...names: string[]) => names.reduce((into, name) => int(into, name), made);
  const index = (name: string, on: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();
  const uniqueWhere = (name: string, on: string, column: string, ...and: string[]) =>
    db.schema
      .createIndex(name)
      .on(on)
      .columns([column, ...and])
      .unique()
      .where(sql.ref(column), '<>', sql`''`)
      .where(sql.ref('deleted_at'), 'is', sql`null`)
      .execute();

  await system(text(table('size'), 'title')).execute();

  let category = ref(text(table('category'), 'title', 'type', 'org_img'), 'cid', 'column');
  category = ref(system(category), 'pid', 'category');
  await zero(category, 'sid').execute();
  await index('category_place', 'category', 'cid', 'pid');
  await index('category_parent', 'category', 'pid');

  let param = ref(text(table('content_param'), 'title', 'name', 'type', 'options', 'value'), 'cid', 'column', (c) =>
    c.notNull(),
  );
  param = flag(zero(system(param), 'sid'), 'required');
  await param.execute();
  await db.schema
    .createIndex('content_param_name')
    .on('content_param')
    .columns(['cid', 'sid', 'name'])
    .unique()
    .execute();

  const { string, number } = columnsFor(db);
  for (const name of ['article', 'single']) {
    await db.schema
      .alterTable(name)
      .addColumn('category_id', number, (column) => column.references('category.id'))
      .execute();
    await db.schema
      .alterTable(name)
      .addColumn('params', string, (column) => column.notNull().defaultTo('{}'))
      .execute();
  }

  const content = (name: string) => {
    let made = ref(table(name), 'col_id', 'column', (column) => column.notNull());
    made = text(made, 'title', 'subtitle', 'org_img', 'tags', 'author', 'source', 'description', 'seo_title');
    made = nullableText(system(text(made, 'keywords', 'jump_url', 'content')), 'publish_time', 'expire_time');
    made = flag(flag(flag(nullableText(made, 'deleted_at'), 'is_top'), 'is_recommend'), 'is_hot');
    made = flag(zero(made, 'views'), 'status', 1);
    made = made.addColumn('params', string, (column) => column.notNull().defaultTo('{}'));
    made = ref(made, 'category_id', 'category');
    return ref(made, 'admin_id', 'admin', (column) => column.onDelete('set null'));
  };
  const json = (made: Table, ...names: string[]) =>
    names.reduce((into, name) => into.addColumn(name, string, (column) => column.notNull().defaultTo('[]')), made);

  let product = ints(content('product'), 'price', 'market_price');
  product = text(zero(product, 'stock', 'sales'), 'unit', 'sn');
  await json(product, 'images', 'skus').execute();
  let sizes = ref(db.schema.createTable('product_size_ids'), 'owner_id', 'product', (column) =>
    column.notNull().onDelete('cascade'),
  );
  sizes = ref(sizes, 'ref_id', 'size', (column) => column.notNull());
  await sizes.addPrimaryKeyConstraint('product_size_ids_pk', ['owner_id', 'ref_id'] as never[]).execute();
  await index('product_size_ids_ref', 'product_size_ids', 'ref_id');

  await json(content('atlas'), 'images').execute();
  await json(int(text(content('video'), 'video_url'), 'duration'), 'episodes').execute();
  await text(json(content('down'), 'files'), 'soft_version', 'platform').execute();
  let job = text(content('recruitment'), 'department', 'address', 'education', 'experience', 'job_type');
  job = ints(text(job, 'contact', 'phone', 'email'), 'salary_min', 'salary_max', 'number');
  await nullableText(job, 'end_time').execute();

  let message = ref(table('message'), 'col_id', 'column', (column) => column.notNull());
  message = text(message, 'name', 'mobile', 'email', 'content', 'ip', 'device', 'reply');
  message = nullableText(system(message), 'data', 'reply_time', 'deleted_at');
  message = ref(flag(flag(message, 'is_read'), 'is_star'), 'reply_admin_id', 'admin', (column) =>
    column.onDelete('set null'),
  );
  await message.execute();
  await index('message_unread', 'message', 'deleted_at', 'is_read');

  for (const name of ['product', 'atlas', 'video', 'down', 'recruitment', 'message']) {
    await index(`${name}_order`, name, 'deleted_at', 'sort', 'id desc');
    await index(`${name}_column_order`, name, 'col_id', 'deleted_at', 'sort', 'id desc');
  }
  for (const name of ['article', 'single', 'product', 'atlas', 'video', 'down', 'recruitment']) {
    await index(`${name}_category`, name, 'category_id');
  }

  await system(text(table('nav_group'), 'title', 'ident')).execute();
  await db.schema.createIndex('nav_group_ident').on('nav_group').column('ident').unique().execute();
  let nav = ref(text(table('nav'), 'title', 'en_title', 'url', 'org_img'), 'group_id', 'nav_group', (c) => c.notNull());
  nav = nullableText(ref(ref(system(nav), 'pid', 'nav'), 'col_id', 'column'), 'deleted_at');
  await flag(flag(flag(nav, 'target'), 'nofollow'), 'status', 1).execute();
  await index('nav_group_order', 'nav', 'group_id', 'deleted_at', 'sort', 'id');
  await index('nav_parent', 'nav', 'pid');

  await ints(system(text(table('ad_group'), 'title', 'ident', 'intro')), 'width', 'height').execute();
  await db.schema.createIndex('ad_group_ident').on('ad_group').column('ident').unique().execute();
  let ad = text(table('ad'), 'title', 'subtitle', 'org_img', 'mobile_img', 'url', 'intro');
  ad = ref(nullableText(system(ad), 'start_time', 'end_time', 'deleted_at'), 'group_id', 'ad_group', (c) =>
    c.notNull(),
  );
  await zero(flag(flag(ad, 'target'), 'status', 1), 'clicks').execute();
  await index('ad_group_order', 'ad', 'group_id', 'deleted_at', 'sort', 'id');

  let user = text(table('user'), 'username', 'nickname', 'avatar', 'mobile', 'email', 'birthday', 'remark', 'last_ip');
  user = nullableText(system(user), 'reg_time', 'last_login', 'deleted_at');
  await flag(zero(user, 'gender', 'level', 'score', 'login_count'), 'status', 1).execute();
  await uniqueWhere('user_username', 'user', 'username');
  await uniqueWhere('user_mobile', 'user', 'mobile');
  await index('user_order', 'user', 'deleted_at', 'sort', 'id desc');

  for (const name of ['history', 'collect', 'down_record']) {
    const made = text(table(name), 'username', 'title', 'model', 'create_time');
    await ints(made, 'user_id', 'col_id', 'content_id').execute();
    await index(`${name}_user`, name, 'user_id', 'id');
  }

  const run = text(table('run_log'), 'level', 'event', 'message', 'stack', 'request_id', 'create_time');
  await run.execute();
  await index('run_log_time', 'run_log', 'create_time');
}
