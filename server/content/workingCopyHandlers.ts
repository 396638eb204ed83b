import { sql } from 'kysely';
import { adminName } from '../../contract/adminName.ts';
import {
  maxUnfinished,
  type ReviewState,
  type UnfinishedRecord,
  type WorkingCopy,
} from '../../contract/calls/publishing.ts';
import { isRecord } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { assertMayList, mayPublish } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { isMessageKey, message } from '../core/messages.ts';
import { createYield } from '../core/turns.ts';
import { type Db, generic, isPostgres, type Row } from '../database/tables.ts';
import { type CallContext, type Caller, type Handlers, isOwn } from '../engine/callContext.ts';
import { cleanParams } from '../engine/kinds/contentParams.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { assertMayType, assertVisible, hiddenFields, withoutHidden } from '../engine/withinLimits.ts';
import { contentNamed, lockContent, readAsEdit, writeCallOf } from './contentRecord.ts';
import { pagePattern, pageUrl } from './previews.ts';
import { readPublishable } from './publishCheck.ts';
import { assertMayWithdraw } from './publishRight.ts';
import { readTyped } from './typedValues.ts';
import {
  begunCopies,
  copyOf,
  digestOf,
  dropReview,
  findCopy,
  makerName,
  makerNickname,
  makerOf,
  ownCopy,
  unscheduled,
} from './workingCopies.ts';

type Values = Record<string, unknown>;

export const workingCopyHandlers = {
  'base.content/getWorkingCopy': async (context, { entity: name, id, copy: chosen }) => {
    const entity = contentNamed(name);
    await assertMayList(context, entity);
    if (id) await assertVisible(context, entity, id);
    const review = id
      ? await context.db
          .selectFrom('review')
          .leftJoin('admin as author', 'author.id', 'review.author_id')
          .leftJoin('admin as reviewer', 'reviewer.id', 'review.reviewer_id')
          .select(['state', 'note', 'review.create_time', 'author.username as author', 'reviewer.username as reviewer'])
          .select(['author.nickname as author_nickname', 'reviewer.nickname as reviewer_nickname'])
          .where('entity', '=', name)
          .where('record_id', '=', id)
          .executeTakeFirst()
      : undefined;
    const [record] = id ? await lifecycle.rowsOf(context, entity, { ids: [id] }, { heavy: false }) : [];
    // A record in the recycle bin does not show its working copy.
    const found = id && !record ? undefined : await findCopy(context, name, id, chosen ?? undefined);
    const isLive = (record as Values | undefined)?.state === 'published';
    return {
      live_url: isLive ? pageUrl(await pagePattern(context.db, context.settings), record as Row, name) : '',
      copies: (found ? [found] : []).map(
        (copy): WorkingCopy => ({
          id: copy.id,
          admin_id: copy.admin_id,
          username: makerName(copy),
          nickname: makerNickname(copy),
          is_own: Number(isOwn(context, copy)),
          create_time: copy.create_time,
          update_time: copy.update_time,
          is_stale: copy.is_stale,
          live_time: copy.live_time,
          values: withoutHidden(context, entity, JSON.parse(copy.values)),
          digest: digestOf(context, copy),
        }),
      ),
      review: (review?.state ?? '') as '' | ReviewState,
      author: adminName({ username: review?.author ?? '', nickname: review?.author_nickname }),
      review_time: review?.create_time ?? null,
      reviewer: adminName({ username: review?.reviewer ?? '', nickname: review?.reviewer_nickname }),
      // If nobody returned the record, the server did, and the note is the key of a sentence.
      note:
        review && !review.reviewer && isMessageKey(review.note)
          ? message(context.language, review.note)
          : (review?.note ?? ''),
    };
  },

  'base.content/getUnfinished': async (context, { entity: name, limit }) => {
    const entity = contentNamed(name);
    await assertMayList(context, entity);
    const isTitleHidden = hiddenFields(context, entity).includes(entity.label);
    // The values may be long, so the database takes the title out of them.
    const latest = await begunCopies(context, name)
      .select(['id', 'update_time', valueIn(context.db, entity.label).as('title')])
      .select(sql<number>`count(*) over ()`.as('total'))
      .orderBy('update_time', 'desc')
      .orderBy('id', 'desc')
      .limit(limit ?? 2)
      .execute();
    const records = latest.map(({ id, title, update_time }): UnfinishedRecord => {
      const shown = isTitleHidden ? [] : [...String(title ?? '')].slice(0, maxTitle);
      return { copy: id, title: shown.join(''), update_time };
    });
    return { records, total: Number(latest[0]?.total ?? 0) };
  },

  'base.content/saveWorkingCopy': async (context, { entity: name, id, copy, values, digest, version, is_resolved }) => {
    const entity = contentNamed(name);
    const call = await writeCallOf(context, entity, id);
    assertMayType(context, entity, values ?? {});
    const yieldToOthers = createYield(context.db);
    const read = await readTyped(context.db, call.params, values ?? {});
    if (isRecord(read.params)) {
      const owner = await ownerOfParams(context, entity, { ...read, id });
      read.params = await cleanParams(context.db, owner, read.params, yieldToOthers);
    }
    const update_time = toIsoSeconds(new Date());
    return context.database.transaction(async (db) => {
      const caller = { db, admin: context.admin };
      const record = id ? await lockContent(caller, entity, id) : undefined;
      const before = await ownCopy(caller, name, id, copy);
      const isContinued = before && digest === digestOf(context, before);
      const stored: Values = isContinued || !before ? {} : JSON.parse(before.values);
      const isTheirs = ([field, value]: [string, unknown]) =>
        !(field in read) || (digest !== undefined && JSON.stringify(value) !== JSON.stringify(read[field]));
      const theirs = Object.fromEntries(Object.entries(stored).filter(isTheirs));
      const others = withoutHidden(caller, entity, theirs);
      const kept: Values = { ...read, ...theirs };
      // The stored values were cleaned for the column that the copy had before.
      if (isRecord(kept.params) && (kept.params !== read.params || kept.col_id !== read.col_id)) {
        const owner = await ownerOfParams(caller, entity, { ...kept, id });
        kept.params = await cleanParams(db, owner, kept.params, createYield(db));
      }
      if (!id && Object.keys(kept).length === 0) {
        // Nothing is left of the copy: it was saved as a record, or the typed text was deleted again. A repeat finds none.
        if (before) await db.deleteFrom('working_copy').where('id', '=', before.id).execute();
        return { copy: before?.id ?? copy ?? 0, update_time, digest: '', others };
      }
      const typed = { values: JSON.stringify(kept), update_time };
      const next = digestOf(context, { entity: name, record_id: id || null, values: typed.values });
      if (!id) await assertRoom(caller, name, before?.id, typed.values);
      if (before) {
        const isScheduled = before.live_time !== null;
        const mayStay = isScheduled && (await mayPublish(caller, entity)) && isValid(context, entity, id, kept);
        await db
          .updateTable('working_copy')
          .set({
            ...typed,
            ...(is_resolved && { is_stale: 0 }),
            ...(isScheduled && !mayStay && unscheduled),
          })
          .where('id', '=', before.id)
          .execute();
        return { copy: before.id, update_time, digest: next, others };
      }
      const writes = record && version ? record.version - version : 0;
      const isStale =
        writes > 0 && !is_resolved && (await wereWritten(db, entity, Number(id), writes, Object.keys(read)));
      const { id: made } = await db
        .insertInto('working_copy')
        .values({
          entity: name,
          record_id: id || null,
          ...makerOf(caller),
          create_time: update_time,
          is_stale: isStale ? 1 : 0,
          ...unscheduled,
          ...typed,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { copy: Number(made), update_time, digest: next, others };
    });
  },

  'base.content/takeWorkingCopy': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    await writeCallOf(context, entity, id);
    await lockContent(context, entity, id);
    const copy = await copyOf(context.db, name, id);
    if (!copy) throw new CallError('not_found');
    // Taking the copy over removes its time.
    if (copy.live_time && !(await mayPublish(context, entity))) throw new CallError('publish_right');
    await context.db
      .updateTable('working_copy')
      .set({ ...makerOf(context), ...unscheduled })
      .where('id', '=', copy.id)
      .execute();
    context.note({
      target: name,
      target_id: id,
      before: { admin_id: copy.admin_id },
      after: { admin_id: makerOf(context).admin_id },
    });
    return undefined;
  },

  'base.content/discardWorkingCopy': async (context, { entity: name, id, copy, digest }) => {
    const entity = contentNamed(name);
    await writeCallOf(context, entity, id);
    const record = id ? await lockContent(context, entity, id) : undefined;
    const row = await ownCopy(context, name, id, copy);
    if (!row) return undefined;
    if (digest && digest !== digestOf(context, row)) throw new CallError('copy_changed');
    if (id && record?.status === 1) await assertMayWithdraw(context, entity, id);
    await context.db.deleteFrom('working_copy').where('id', '=', row.id).execute();
    if (id) {
      const { label } = entity;
      const titled = generic(context.db).selectFrom(name).select(label).where('id', '=', id);
      const after = (await titled.executeTakeFirstOrThrow()) as Values;
      // Both sides, because a row of the log with only the values before is a deletion.
      const { [label]: title = after[label] } = JSON.parse(row.values) as Values;
      context.note({ target: name, target_id: id, before: { [label]: title }, after });
    }
    // A draft's own review goes on.
    if (id && record?.status === 1) await dropReview(context.db, name, id);
    return undefined;
  },

  'base.content/scheduleWorkingCopy': async (context, { entity: name, id, live_time, digest }) => {
    const entity = contentNamed(name);
    await writeCallOf(context, entity, id);
    const record = await lockContent(context, entity, id);
    const when = live_time || null;
    // Only its owner may schedule a copy, and can go on typing until that time; nobody else would see what goes live.
    const copy = when ? await ownCopy(context, name, id) : await copyOf(context.db, name, id);
    if (!copy) throw new CallError('not_found');
    if (digest && digest !== digestOf(context, copy)) throw new CallError('copy_changed');
    if (when && when <= toIsoSeconds(new Date())) throw new InvalidInput({ live_time: { key: 'time_past' } });
    // A copy that would be refused at that time is refused now, while its author is here.
    const values = when && (await readPublishable(context, entity, record, JSON.parse(copy.values)));
    await context.db
      .updateTable('working_copy')
      .set(when ? { live_time: when, ...scheduledBy(context), values: JSON.stringify(values) } : unscheduled)
      .where('id', '=', copy.id)
      .execute();
    context.note({ target: name, target_id: id, before: { live_time: copy.live_time }, after: { live_time: when } });
    return undefined;
  },
} satisfies Partial<Handlers>;

/**
 * Finds the column and the page whose parameters the typed values belong to. The column of a saved record need not be
 * among the values.
 * @returns null if the column does not exist or is beyond the caller's limits
 * @throws CallError `not_found` for a record that the caller does not see
 */
async function ownerOfParams(caller: Caller, entity: Entity, { id, col_id: typed }: Values) {
  if (id) await assertVisible(caller, entity, Number(id));
  const saved = id
    ? await generic(caller.db).selectFrom(entity.name).select('col_id').where('id', '=', Number(id)).executeTakeFirst()
    : undefined;
  const cid = Number(typed ?? saved?.col_id ?? 0);
  const columns = caller.admin?.limits?.columns;
  if (!Number.isSafeInteger(cid) || (cid !== 0 && columns && !columns.includes(cid))) return null;
  return { cid, sid: entity.calls.create ? 0 : Number(id) };
}

/** Returns the maker with whose rights the copy goes live when its time has come. */
function scheduledBy(caller: Caller) {
  const { admin_id, token_id } = makerOf(caller);
  return { live_admin_id: admin_id, live_token_id: token_id };
}

/** Whether the last writes of a record changed one of the fields. A write that changed nothing made no version. */
async function wereWritten(db: Db, { name }: Entity, id: number, writes: number, fields: string[]): Promise<boolean> {
  const versions = await db
    .selectFrom('record_version')
    .select('fields')
    .where('entity', '=', name)
    .where('record_id', '=', id)
    .orderBy('n', 'desc')
    .limit(writes)
    .execute();
  return versions.some((version) => (JSON.parse(version.fields) as string[]).some((field) => fields.includes(field)));
}

/** A value within the JSON of a working copy. */
const valueIn = (db: Db, name: string) =>
  isPostgres(db)
    ? sql<string | null>`"values"::jsonb ->> ${name}`
    : sql<string | null>`json_extract("values", ${`$.${name}`})`;

/** The longest title that a list of unfinished records shows, in characters. */
const maxTitle = 300;

/** An administrator may have begun so many records per entity that were never saved, of so many bytes in all. */
const maxBegunBytes = 20_000_000;

/** @param copy the copy that these values replace; undefined for a new one */
async function assertRoom(caller: Caller, name: string, copy: number | undefined, values: string): Promise<void> {
  const { n } = await begunCopies(caller, name)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (copy === undefined && Number(n) >= maxUnfinished) throw new CallError('too_many_begun', { max: maxUnfinished });
  const { bytes } = await begunCopies(caller)
    .where('id', '<>', copy ?? 0)
    .select(sql<number | null>`sum(octet_length("values"))`.as('bytes'))
    .executeTakeFirstOrThrow();
  if (Number(bytes) + Buffer.byteLength(values) > maxBegunBytes) throw new CallError('begun_too_long');
}

function isValid(context: CallContext, entity: Entity, id: number | null | undefined, values: Values): boolean {
  try {
    readAsEdit(context, entity, Number(id), values);
    return true;
  } catch (error) {
    if (error instanceof InvalidInput) return false;
    throw error;
  }
}
