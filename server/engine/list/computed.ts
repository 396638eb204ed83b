import { type RawBuilder, sql } from 'kysely';
import { lockSeconds } from '../../../contract/entities/admin.ts';
import type { Entity } from '../../../contract/entity.ts';
import { entityList } from '../../../contract/index.ts';
import { tallyTable } from '../../database/derived/scaled.ts';
import type { Db } from '../../database/tables.ts';
import { contentStateOf, hasChanges, isLiveAd, sqlFromNow, sqlNow } from '../contentState.ts';
import { nicknameSql } from '../nicknames.ts';

export const contentEntities: Entity[] = entityList.filter((entity) => entity.model);

const recordsInColumn = (entity: Entity) =>
  sql`(select coalesce(sum(n), 0) from ${sql.table(tallyTable(entity))} where col_id = ${sql.ref('column.id')})`;
const columnTotal = sql<number>`cast(${sql.join(contentEntities.map(recordsInColumn), sql` + `)} as bigint)`;
const columnTitle = (table: string) =>
  sql<string>`(select title from ${sql.table('column')} where ${sql.ref('column.id')} = ${sql.ref(`${table}.col_id`)})`;

/** Whether an administrator, of the table `admin`, has an authenticator, and whether a passkey. */
export const hasTotpSql = sql<unknown>`exists (select 1 from totp where totp.admin_id = admin.id and pending = 0)`;
export const hasPasskeySql = sql<unknown>`exists (select 1 from passkey where passkey.admin_id = admin.id)`;

/** SQL for virtual fields that a query can compute. Handlers compute those of trees. */
export const expressions: Record<string, Record<string, (db: Db) => RawBuilder<unknown>>> = {
  column: { total: () => columnTotal },
  admin: {
    // A lock lasts no longer than `lockSeconds`; a later end was written by a clock that was ahead.
    locked_until: (db) =>
      sql`case when locked_until > ${sqlNow(db)} and locked_until <= ${sqlFromNow(db, lockSeconds)} then locked_until end`,
    totp: () => sql`case when ${hasTotpSql} then 1 else 0 end`,
    passkeys: () => sql`(select count(*) from passkey where passkey.admin_id = admin.id)`,
  },
  operation_log: { nickname: () => nicknameSql('operation_log') },
  media: {
    // `min` in place of `exists`: where one file has most of the uses, PostgreSQL answers `exists` by reading the table from its beginning.
    used: () =>
      sql`case when (select min(stem) from media_use where media_use.stem >= media.stem) = media.stem then 1 else 0 end`,
  },
  ad: { live: (db) => sql`case when ${isLiveAd(db)} then 1 else 0 end` },
  ...Object.fromEntries(
    contentEntities.map(({ name, fields }) => [
      name,
      {
        column_title: () => columnTitle(name),
        ...(fields.state && { state: (db: Db) => contentStateOf(db, name), has_changes: () => hasChanges(name) }),
      },
    ]),
  ),
};
