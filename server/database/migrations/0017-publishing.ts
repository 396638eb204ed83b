import { type Kysely, sql } from 'kysely';
import { columnsFor } from './columns.ts';

const publish = 'base.content/publish';
const models = ['Article', 'Product', 'Atlas', 'Video', 'Down', 'Recruitment', 'Single'];
const writes = models.flatMap((model) => [`base.content/add${model}`, `base.content/edit${model}`]);

/**
 * Working copies (`record_id` is null for a record that is not saved yet) and reviews. Roles that could write contents
 * could publish them, and get the right that this needs from now on; a new database gets its rules after its migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { number, string, id, text, int, nullableText } = columnsFor(db);
  const copies = text(
    int(int(text(id(db.schema.createTable('working_copy')), 'entity'), 'record_id'), 'admin_id', (column) =>
      column.notNull(),
    ),
    'create_time',
    'update_time',
  );
  await int(nullableText(copies, 'live_time'), 'live_admin_id')
    .addColumn('is_stale', number, (column) => column.notNull().defaultTo(0))
    .addColumn('values', string, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('working_copy_record')
    .on('working_copy')
    .columns(['entity', 'record_id'])
    .unique()
    .execute();
  await db.schema.createIndex('working_copy_live').on('working_copy').column('live_time').execute();

  const reviews = int(text(db.schema.createTable('review'), 'entity', 'state'), 'record_id', (column) =>
    column.notNull(),
  );
  await text(int(int(reviews, 'author_id'), 'reviewer_id'), 'note', 'create_time')
    .addPrimaryKeyConstraint('review_key', ['entity', 'record_id'])
    .execute();

  await sql`insert into rule (title, path, pid, show, sort, version, create_time, update_time)
    select '发布', ${publish}, id, 1, 0, 1, create_time, create_time from rule where path = '/content'`.execute(db);
  await sql`insert into role_rule_method (owner_id, ref_id)
    select distinct owner_id, (select id from rule where path = ${publish}) from role_rule_method
    where ref_id in (select id from rule where path in (${sql.join(writes)}))`.execute(db);
}
