import { column as columnEntity } from '../../contract/entities/column.ts';
import { contentParam } from '../../contract/entities/contentParam.ts';
import { message as messageEntity } from '../../contract/entities/message.ts';
import { contentEntities } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { canBeHome } from '../../contract/models.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import { type AppServices, asProgram, type Caller, type Handlers } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { includingDescendants } from '../engine/list/filterOf.ts';
import type { ListQuery } from '../engine/list/queryFilter.ts';
import { addRefTitles } from '../engine/list/refTitles.ts';
import { inTreeOrder } from '../engine/tree.ts';
import { assertVisible } from '../engine/withinLimits.ts';

function entityOf(model: string) {
  const entity = contentEntities.find((content) => content.model === model);
  if (!entity) throw new InvalidInput({ model: { key: 'field_choice' } });
  return entity;
}

/** Returns the only record of a single-page column, which is created when it is first read. */
async function singleRecord(caller: AppServices & Caller, colId: number) {
  const entity = entityOf('single');
  const find = async (handle: Db) => {
    const { data } = await lifecycle.list(asProgram(handle), entity, { col_id: colId });
    return data[0];
  };
  const found = await find(caller.db);
  const record = found && (await lifecycle.read(caller, entity, found.id));
  if (record) return record;
  // The program would make a record that belongs to nobody, and whoever only looks at a console changes nothing.
  if (found || caller.admin?.limits?.owner || caller.admin?.viewer) throw new CallError('not_found');
  return caller.database.transaction(async (tx) => {
    const inside = { ...caller, db: tx };
    // Simultaneous first readers wait here.
    const column = await lifecycle.lock(inside, columnEntity, colId);
    if (column.model !== 'single') throw new CallError('not_found');
    const other = await find(tx);
    const context = { db: tx, admin: null, note: () => {} };
    const { id } = other ?? (await lifecycle.create(context, entity, { col_id: colId, title: column.title }));
    return lifecycle.read(inside, entity, id);
  });
}

export const contentHandlers = {
  'base.content/getContentList': async (context, params) => {
    const { id, model, ...query } = params as ListQuery & { id?: number | null; model: string };
    const entity = entityOf(model);
    const { db } = context;
    if (model === 'single' && id) {
      const record = await singleRecord(context, id);
      if (record) await addRefTitles(db, entity, [record]);
      return record;
    }
    const page = await lifecycle.list(
      context,
      entity,
      await includingDescendants(db, entity, { ...query, ...(id && { col_id: id }) }),
    );
    await addRefTitles(db, entity, page.data);
    return page;
  },

  // If there is no `col_id`, `sid=0` is no filter.
  'base.content/getContentParams': (context, { col_id, sid }: { col_id?: number | null; sid?: number | null }) =>
    lifecycle.readAll(context, contentParam, { ...(col_id && { cid: col_id, sid }), ...(sid && { sid }) }),

  'base.content/getContentTopMenu': async (context, { model }) => {
    const columns = await lifecycle.readAll(context, columnEntity, { model });
    const ordered = inTreeOrder(columns);
    const totals = new Map(columns.map(({ id, total }) => [id, total ?? 0]));
    // A column is added to its parent before the parent is added to its own.
    for (const { id, pid } of ordered.toReversed())
      if (pid) totals.set(pid, (totals.get(pid) ?? 0) + (totals.get(id) ?? 0));
    return ordered.map(({ id, title, level }) => ({ id, title, level, total: totals.get(id) ?? 0 }));
  },

  'base.content/editMessage': async (context, { id, ...changes }: { id: number; reply?: string }) => {
    const { db, admin } = context;
    const before = await lifecycle.read(context, messageEntity, id);
    const saved = await lifecycle.update(context, messageEntity, id, changes);
    if (changes.reply === undefined || changes.reply === before?.reply) return saved;
    const answered = { reply_admin_id: admin?.id ?? null, reply_time: toIsoSeconds(new Date()) };
    await db
      .updateTable('message')
      .set(changes.reply ? answered : { reply_admin_id: null, reply_time: null })
      .where('id', '=', id)
      .execute();
    return saved;
  },

  'base.content/setIndex': async (context, { cid }) => {
    const { db, note, say } = context;
    await oneAtATime(db, 'home');
    const column = cid && (await lifecycle.read(context, columnEntity, cid));
    if (!column) throw new CallError('not_found');
    if (!canBeHome(column.model)) throw new CallError('home_unfit');
    const earlier = await db.selectFrom('column').select('id').where('is_home', '=', 1).executeTakeFirst();
    // The home page must not be taken from a column that the caller's role does not show.
    if (earlier) await assertVisible(context, columnEntity, earlier.id);
    await db.updateTable('column').set({ is_home: 0 }).where('is_home', '=', 1).execute();
    await db.updateTable('column').set({ is_home: 1 }).where('id', '=', cid).execute();
    await bumpVersion(db, 'column');
    note({ target: 'column', target_id: cid, before: { home: earlier?.id ?? null }, after: { home: cid } });
    say('home_set');
    return undefined;
  },
} satisfies Partial<Handlers>;
