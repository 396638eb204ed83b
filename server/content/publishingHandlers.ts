import { hash } from 'node:crypto';
import type { ReviewState, WorkingCopy } from '../../contract/calls/publishing.ts';
import * as publishing from '../../contract/calls/publishing.ts';
import { isRecord } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import type { Fields } from '../../contract/fields.ts';
import { type Kind, toIsoSeconds } from '../../contract/kinds.ts';
import { assertMay, assertMayList, mayCall } from '../auth/rights.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import { isMessageKey, message } from '../core/messages.ts';
import type { Db, Row } from '../database/tables.ts';
import type { CallContext, Caller, Handlers, SignedIn } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import * as crud from '../engine/crud.ts';
import { copyOf, dropCopy, dropReview, setReview } from '../engine/workingCopies.ts';
import { endPreviews, pagePattern, pageUrl, startPreview } from './previews.ts';
import { assertPublishable } from './publishCheck.ts';

type Values = Record<string, unknown>;

/** Parameters of a record's edit that say nothing of its text. */
const neverTyped = ['id', 'version', 'status'];

/** @throws InvalidInput at `entity` if it is no content that is published */
function contentNamed(name: string): Entity {
  const entity = contentEntities.find((each) => each.name === name && each.fields.state);
  if (!entity) throw new InvalidInput({ entity: { key: 'field_choice' } });
  return entity;
}

/** The entity's edit call, or its create call for a new record. @throws CallError `forbidden` without its rule */
async function writeOf(caller: Caller, entity: Entity, id: number | null | undefined) {
  const call = id ? entity.calls.update : entity.calls.create;
  if (!call) throw new InvalidInput({ entity: { key: 'field_choice' } });
  await assertMay(caller, call);
  return call;
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null;
const isListOf = (is: (item: unknown) => boolean) => (value: unknown) =>
  value === null || (Array.isArray(value) && value.every(is));
const isListOfRecords = isListOf(isRecord);
const forms: Partial<Record<Kind, (value: unknown) => boolean>> = {
  refs: isListOf(isScalar),
  ...{ images: isListOfRecords, files: isListOfRecords, items: isListOfRecords },
  params: (value) => value === null || isRecord(value),
  json: () => true,
};

/**
 * What is typed may be incomplete, but others see it in their forms: only fields of the edit, in the shape that a form has,
 * and nothing that a browser would run.
 * @returns the values with clean HTML
 */
async function readTyped(fields: Fields, values: Values): Promise<Values> {
  const errors: FieldErrors = Object.create(null); // a field may be named __proto__
  const typed = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) && !neverTyped.includes(name) ? fields[name] : undefined;
    if (!field) errors[name] = { key: 'field_unknown' };
    else if (!(forms[field.kind] ?? isScalar)(value)) errors[name] = { key: 'field_kind' };
    else if (field.kind === 'html' && value) {
      // Loaded on first use (13 MB).
      const { checkHtml } = await import('../engine/html.ts');
      const verdict = checkHtml(String(value));
      if ('error' in verdict) errors[name] = verdict.error;
      else typed[name] = verdict.value;
    }
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return typed;
}

const digestOf = (values: string) => hash('sha256', values, 'hex');

const idOf = ({ admin }: Caller) => (admin as SignedIn).id;

/** The copies of one record, or the caller's of records that are not saved yet, latest first. */
function copies({ db, admin }: Caller, entity: string, id: number | null | undefined) {
  const found = db
    .selectFrom('working_copy')
    .leftJoin('admin', 'admin.id', 'working_copy.admin_id')
    .selectAll('working_copy')
    .select('admin.username')
    .where('entity', '=', entity)
    .orderBy('working_copy.update_time', 'desc')
    .orderBy('working_copy.id', 'desc');
  return id
    ? found.where('record_id', '=', id)
    : found.where('record_id', 'is', null).where('admin_id', '=', (admin as SignedIn).id);
}

/** The copy that the caller may change. @throws CallError `copy_taken` if it is somebody else's */
async function ownCopy(caller: Caller, entity: string, id: number | null | undefined, copy?: number | null) {
  let found = copies(caller, entity, id);
  if (!id) found = found.where('working_copy.id', '=', copy ?? 0);
  const row = await found.executeTakeFirst();
  if (row && row.admin_id !== idOf(caller))
    throw new CallError('copy_taken', { who: row.username ?? '' }, { by: row.username, since: row.create_time });
  return row;
}

/** Locks the record. @throws CallError `not_found` */
async function lockRecord(db: Db, entity: Entity, id: number): Promise<Values> {
  return (await crud.lock(db, entity, id)) as Values;
}

export const publishingHandlers = {
  'base.content/getWorkingCopy': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    await assertMayList(context, entity);
    const review = id
      ? await context.db
          .selectFrom('review')
          .leftJoin('admin', 'admin.id', 'review.reviewer_id')
          .select(['state', 'note', 'admin.username as reviewer'])
          .where('entity', '=', name)
          .where('record_id', '=', id)
          .executeTakeFirst()
      : undefined;
    const record = id ? await crud.read(context.db, entity, id) : undefined;
    // A record of the recycle bin shows nothing of its working copy.
    const rows = id && !record ? [] : await copies(context, name, id).limit(1).execute();
    const isLive = (record as Values | undefined)?.state === 'published';
    return {
      live_url: isLive ? pageUrl(await pagePattern(context.db, context.settings), record as Row, name) : '',
      copies: rows.map(
        ({ entity: _entity, record_id: _id, live_admin_id: _by, values, username, ...copy }): WorkingCopy => ({
          ...copy,
          username: username ?? '',
          values: JSON.parse(values),
          digest: digestOf(values),
        }),
      ),
      review: (review?.state ?? '') as '' | ReviewState,
      reviewer: review?.reviewer ?? '',
      // Where nobody returned it, the server did, with the key of a sentence.
      note:
        review && !review.reviewer && isMessageKey(review.note)
          ? message(context.language, review.note)
          : (review?.note ?? ''),
    };
  },

  'base.content/saveWorkingCopy': async (context, { entity: name, id, copy, values, digest, is_resolved }) => {
    const entity = contentNamed(name);
    const call = await writeOf(context, entity, id);
    const read = await readTyped(call.params, values ?? {});
    const update_time = toIsoSeconds(new Date());
    return context.database.transaction(async (db) => {
      const caller = { db, admin: context.admin };
      if (id) await lockRecord(db, entity, id);
      const before = await ownCopy(caller, name, id, copy);
      const isContinued = before && digest === digestOf(before.values);
      const kept: Values = isContinued || !before ? read : { ...JSON.parse(before.values), ...read };
      const typed = { values: JSON.stringify(kept), update_time };
      const next = digestOf(typed.values);
      if (before) {
        const isScheduled = before.live_time !== null;
        const mayStay =
          isScheduled && (await mayCall(caller, publishing.publish)) && isValid(context, entity, id, kept);
        await db
          .updateTable('working_copy')
          .set({
            ...typed,
            ...(is_resolved && { is_stale: 0 }),
            ...(isScheduled && !mayStay && { live_time: null, live_admin_id: null }),
          })
          .where('id', '=', before.id)
          .execute();
        return { copy: before.id, update_time, digest: next };
      }
      const { id: made } = await db
        .insertInto('working_copy')
        .values({
          ...{ entity: name, record_id: id || null, admin_id: idOf(caller), create_time: update_time },
          ...{ live_time: null, live_admin_id: null },
          ...typed,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { copy: Number(made), update_time, digest: next };
    });
  },

  'base.content/takeWorkingCopy': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    await writeOf(context, entity, id);
    await lockRecord(context.db, entity, id);
    const copy = await copyOf(context.db, name, id);
    if (!copy) throw new CallError('not_found');
    await context.db
      .updateTable('working_copy')
      .set({ admin_id: idOf(context), live_time: null, live_admin_id: null })
      .where('id', '=', copy.id)
      .execute();
    context.note({
      target: name,
      target_id: id,
      before: { admin_id: copy.admin_id },
      after: { admin_id: idOf(context) },
    });
    return undefined;
  },

  'base.content/discardWorkingCopy': async (context, { entity: name, id, copy }) => {
    const entity = contentNamed(name);
    await writeOf(context, entity, id);
    const row = await ownCopy(context, name, id, copy);
    if (!row) return undefined;
    const record = id ? await lockRecord(context.db, entity, id) : undefined;
    await context.db.deleteFrom('working_copy').where('id', '=', row.id).execute();
    // A draft's own review goes on.
    if (id && record?.status === 1) await dropReview(context.db, name, id);
    return undefined;
  },

  'base.content/publish': async (context, { entity: name, id, digest }) => {
    const entity = contentNamed(name);
    const { path } = await writeOf(context, entity, id);
    const record = await lockRecord(context.db, entity, id);
    const copy = await copyOf(context.db, name, id);
    if (digest && (!copy || digest !== digestOf(copy.values))) throw new CallError('copy_changed');
    if (copy?.is_stale) throw new CallError('copy_stale');
    const values = copy ? (JSON.parse(copy.values) as Values) : {};
    await dropCopy(context.db, name, id);
    const saved = await context.perform(context, path, { ...values, id, ...(record.status !== 1 && { status: 1 }) });
    context.say('published');
    return saved as { id: number; version: number };
  },

  'base.content/scheduleWorkingCopy': async (context, { entity: name, id, live_time }) => {
    const entity = contentNamed(name);
    await writeOf(context, entity, id);
    await lockRecord(context.db, entity, id);
    const copy = await copyOf(context.db, name, id);
    if (!copy) throw new CallError('not_found');
    const when = live_time || null;
    if (when && when <= toIsoSeconds(new Date())) throw new InvalidInput({ live_time: { key: 'time_past' } });
    // What would be refused at that time is refused now, while its author is here.
    const values = when ? readCopy(context, entity, id, JSON.parse(copy.values)) : JSON.parse(copy.values);
    if (when) await assertPublishable(context, entity, { ...values, id, status: 1 });
    await context.db
      .updateTable('working_copy')
      .set({ live_time: when, live_admin_id: when ? idOf(context) : null, values: JSON.stringify(values) })
      .where('id', '=', copy.id)
      .execute();
    context.note({ target: name, target_id: id, before: { live_time: copy.live_time }, after: { live_time: when } });
    return undefined;
  },

  'base.content/submitForReview': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    const { path } = await writeOf(context, entity, id);
    const { status } = await lockRecord(context.db, entity, id);
    const copy = await ownCopy(context, name, id);
    if (status === 1) {
      if (!copy) throw new CallError('not_found');
      readCopy(context, entity, id, JSON.parse(copy.values));
      await setReview(context, name, id, { state: 'submitted' });
      context.note({ target: name, target_id: id, after: { review: 'submitted' } });
    } else await context.perform(context, path, { ...JSON.parse(copy?.values ?? '{}'), id, status: 2 });
    context.say('submitted');
    return undefined;
  },

  'base.content/previewLink': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    await assertMayList(context, entity);
    const row = await crud.read(context.db, entity, id);
    if (!row) throw new CallError('not_found');
    const pattern = await pagePattern(context.db, context.settings);
    const { token, expires } = await startPreview(context.db, name, id, idOf(context));
    context.note({ target: name, target_id: id, after: { preview: expires } });
    return { url: pageUrl(pattern, row as Row, name, token), expires };
  },

  'base.content/revokePreviews': async (context, { entity: name, id }) => {
    const entity = contentNamed(name);
    await assertMayList(context, entity);
    await endPreviews(context.db, name, id);
    context.note({ target: name, target_id: id, after: { preview: null } });
    return undefined;
  },

  'base.content/returnToAuthor': async (context, { entity: name, id, note }) => {
    const entity = contentNamed(name);
    const { path } = await writeOf(context, entity, id);
    const { status } = await lockRecord(context.db, entity, id);
    const review = await context.db
      .selectFrom('review')
      .select('author_id')
      .where('entity', '=', name)
      .where('record_id', '=', id)
      .executeTakeFirst();
    if (!review && status !== 2) throw new CallError('not_found');
    if (status === 2) await context.perform(context, path, { id, status: 0 });
    await setReview(context, name, id, { state: 'returned', note, author_id: review?.author_id ?? null });
    context.note({
      target: name,
      target_id: id,
      after: { review: 'returned', note },
      version: { event: 'update', words: note },
    });
    context.say('returned');
    return undefined;
  },
} satisfies Partial<Handlers>;

/** @returns the values as the record's edit reads them @throws InvalidInput */
function readCopy(context: CallContext, entity: Entity, id: number, values: Values): Values {
  const call = entity.calls.update;
  if (!call) throw new InvalidInput({ entity: { key: 'field_choice' } });
  const { id: _id, ...read } = context.read(call, { ...values, id });
  return read;
}

function isValid(context: CallContext, entity: Entity, id: number | null | undefined, values: Values): boolean {
  try {
    readCopy(context, entity, Number(id), values);
    return true;
  } catch (error) {
    if (error instanceof InvalidInput) return false;
    throw error;
  }
}
