import { type Kysely, sql } from 'kysely';

/** As the contract had them when this landed. */
const models = {
  article: '文章',
  product: '产品',
  atlas: '图集',
  video: '视频',
  down: '下载',
  recruitment: '招聘',
  single: '单页',
};
const publish = 'base.content/publish';

/**
 * Each content model gets a rule of its own for who lists and for who publishes its records. Roles that could do so keep it;
 * the rule that published all models goes. A new database gets its rules after its migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [model, noun] of Object.entries({ ...models, message: '留言' }))
    await addRule(db, '/content', `base.content/getContentList?model=${model}`, `${noun}列表`);
  for (const [model, noun] of Object.entries(models))
    await addRule(db, publish, `${publish}?entity=${model}`, `发布${noun}`);
  await sql`delete from role_rule_method where ref_id in (select id from rule where path = ${publish})`.execute(db);
  await sql`delete from rule where path = ${publish}`.execute(db);
}

/** Adds a rule under the screen of contents for all roles that hold an earlier one. */
async function addRule(db: Kysely<unknown>, earlier: string, path: string, title: string): Promise<void> {
  await sql`insert into rule (title, path, pid, show, sort, version, create_time, update_time)
    select ${title}, ${path}, (select id from rule where path = '/content'), 1, 0, 1, create_time, create_time
    from rule where path = ${earlier}`.execute(db);
  await sql`insert into role_rule_method (owner_id, ref_id)
    select owner_id, (select id from rule where path = ${path}) from role_rule_method
    where ref_id = (select id from rule where path = ${earlier})`.execute(db);
}
