import type { Version } from '../../contract/calls/version.ts';
import { hasVersions } from '../../contract/index.ts';
import { assertMay, assertMayList } from '../auth/rights.ts';
import { configNumber, configValues } from '../config/config.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { nonEmpty } from '../database/statements.ts';
import { type Db, generic } from '../database/tables.ts';
import { type CallContext, type Handlers, isOwnVersion } from '../engine/callContext.ts';
import { nicknameSql } from '../engine/nicknames.ts';
import { assertVisible, hiddenFields, isVersionVisible, withoutHidden } from '../engine/withinLimits.ts';
import { readVersion, versionedFields } from '../engine/write/recordStates.ts';
import { entityNamed, genericEntity } from '../recycle/recycled.ts';

/**
 * Whoever may list an entity's records may read their versions.
 * @throws CallError `forbidden`; `not_found`, also for a record in the recycle bin, which its list does not show
 */
async function readable(context: CallContext, name: string, id: number) {
  const entity = genericEntity(entityNamed(name).name);
  if (!hasVersions(entity)) throw new InvalidInput({ entity: { key: 'field_choice' } });
  await assertMayList(context, entity);
  const live = generic(context.db).selectFrom(name).select('id').where('id', '=', id).where('deleted_at', 'is', null);
  if (!(await live.executeTakeFirst())) throw new CallError('not_found');
  await assertVisible(context, entity, id);
  return entity;
}

/** Those that do not only change fields that are hidden from the caller. */
function toldVersions(versions: readonly { n: number; fields: string }[], hidden: readonly string[]): number[] {
  return versions.filter(({ fields }) => isVersionVisible(JSON.parse(fields), hidden)).map(({ n }) => Number(n));
}

async function countOf(db: Db, entity: string, id: number): Promise<number> {
  const { total } = await db
    .selectFrom('record_version')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('entity', '=', entity)
    .where('record_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** @throws CallError `not_found`, as for a version that the record does not have */
function assertVersionVisible(version: { fields: string }, hidden: readonly string[]): void {
  if (!isVersionVisible(JSON.parse(version.fields), hidden)) throw new CallError('not_found');
}

export const versionHandlers = {
  'base.Version/list': async (context, { entity: name, id, page = 1, limit = 20 }) => {
    const { db } = context;
    const entity = await readable(context, name, id);
    const hidden = hiddenFields(context, entity);
    const known = new Set(versionedFields(entity).filter((field) => !hidden.includes(field)));
    const ofRecord = db
      .selectFrom('record_version')
      .where('entity', '=', name)
      .where('record_id', '=', id)
      .orderBy('n', 'desc');
    const size = Number(limit ?? 20);
    const offset = (Number(page ?? 1) - 1) * size;
    const told = hidden.length > 0 ? toldVersions(await ofRecord.select(['n', 'fields']).execute(), hidden) : undefined;
    const ofPage = told
      ? ofRecord.where('n', 'in', nonEmpty(told.slice(offset, offset + size), 0))
      : ofRecord.limit(size).offset(offset);
    const rows = await ofPage
      .select(['n', 'event', 'username', 'path', 'published', 'words', 'fields', 'create_time', 'admin_id'])
      .select(nicknameSql('record_version').as('nickname'))
      .execute();
    const total = told ? told.length : await countOf(db, name, id);
    const versions = rows.map(({ n, fields, admin_id, ...row }) => ({
      ...row,
      is_own: Number(isOwnVersion(context, { admin_id, username: row.username })),
      n: Number(n),
      fields: (JSON.parse(fields) as string[]).filter((field) => known.has(field)),
    })) as Version[];
    const { version_days } = await configValues(db, ['version_days']);
    return { versions, total, days: configNumber('version_days', version_days) };
  },

  'base.Version/read': async (context, { entity: name, id, n }) => {
    const entity = await readable(context, name, id);
    const values = await readVersion(context.db, entity, id, n);
    if (!values) throw new CallError('not_found');
    const found = context.db.selectFrom('record_version').select(['fields', 'words']).where('entity', '=', name);
    const version = await found.where('record_id', '=', id).where('n', '=', n).executeTakeFirstOrThrow();
    assertVersionVisible(version, hiddenFields(context, entity));
    const { words } = version;
    return { n, values: withoutHidden(context, entity, values), words };
  },

  'base.Version/describe': async (context, { entity: name, id, n, words }) => {
    const { db } = context;
    const entity = await readable(context, name, id);
    if (entity.calls.update) await assertMay(context, entity.calls.update);
    const before = await db
      .selectFrom('record_version')
      .select(['id', 'fields', 'words', 'admin_id', 'username'])
      .where('entity', '=', name)
      .where('record_id', '=', id)
      .where('n', '=', n)
      .executeTakeFirst();
    if (!before) throw new CallError('not_found');
    assertVersionVisible(before, hiddenFields(context, entity));
    if (!isOwnVersion(context, before)) throw new CallError('version_foreign');
    const after = { words: (words ?? '').trim() };
    await db.updateTable('record_version').set(after).where('id', '=', before.id).execute();
    context.note({ target: name, target_id: id, before: { words: before.words }, after });
    return undefined;
  },
} satisfies Partial<Handlers>;
