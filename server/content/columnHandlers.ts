import { category as categoryEntity } from '../../contract/entities/category.ts';
import { column as columnEntity } from '../../contract/entities/column.ts';
import { entities } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { models } from '../../contract/models.ts';
import { assertMayWrite, canList, rightsOf } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { updateInBatches } from '../database/statements.ts';
import { generic } from '../database/tables.ts';
import { asProgram, type CallContext, type Caller, type Handlers, type SignedIn } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import { hasPublishedIn } from '../engine/contentState.ts';
import * as crud from '../engine/crud.ts';
import { moveSlugs } from '../engine/oldSlugs.ts';
import type { ListQuery } from '../engine/query.ts';
import { asTree, withDescendants, withLevels } from '../engine/tree.ts';
import { writeVersions, writeVersionsOf } from '../engine/versions.ts';
import { assertColumnsWhole, limitConditions } from '../engine/withinLimits.ts';

type Values = Record<string, unknown>;

const allColumns = (caller: Caller, order: ListQuery = {}) => crud.readAll(caller, columnEntity, order);

async function pagedTree(caller: Caller, { page, limit: wanted, ...order }: ListQuery) {
  const limit = wanted ?? 10;
  const tree = asTree(await allColumns(caller, order), 'children');
  const start = ((page ?? 1) - 1) * limit;
  return { data: tree.slice(start, start + limit), total: tree.length };
}

async function holdings(caller: Caller, ids: number[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (ids.length > 1) counts.column = ids.length - 1;
  for (const entity of contentEntities) {
    const n = await crud.count(caller, entity, { col_id: ids });
    if (n > 0) counts[entity.name] = n;
  }
  return counts;
}

async function moveContent(context: CallContext, from: number, to: number, model: unknown): Promise<void> {
  const { db } = context;
  const target = await crud.read(context, columnEntity, to);
  const isFull = target?.model === 'single' && target.total > 0; // it already has its only record
  if (!target || isFull || to === from || target.model !== model)
    throw new InvalidInput({ move_to: { key: 'column_move' } });
  for (const entity of contentEntities) {
    const { name } = entity;
    if (await hasPublishedIn(db, entity, from)) await assertMayWrite(context, undefined, entity);
    await writeVersions(db, context, await moveSlugs(db, entity, from, to));
    await updateInBatches(
      db,
      name,
      { col_id: to },
      (where) => where('col_id', '=', from),
      (ids) => writeVersionsOf(db, context, entity, ids, { event: 'update', changes: { col_id: to } }),
    );
    await bumpVersion(db, name);
  }
}

async function assertModelFree(caller: Caller, id: number, model: unknown): Promise<void> {
  const column = await crud.read(caller, columnEntity, id);
  if (!column || model === undefined || column.model === model) return;
  const { column: _below, ...content } = await holdings(asProgram(caller.db), [id]);
  if (Object.keys(content).length > 0) throw new InvalidInput({ model: { key: 'column_model_fixed' } });
}

export const columnHandlers = {
  'base.base/getColumnList': async (context, query: ListQuery) => {
    const isTree = !query.searchKey && !query.ids?.length && !query.model && !query.pid && query.status === undefined;
    return isTree
      ? pagedTree(context, query)
      : withLevels(context.db, columnEntity, await crud.list(context, columnEntity, query));
  },

  'base.base/editColumn': async (context, { id, ...changes }: Values & { id: number }) => {
    await assertModelFree(context, id, changes.model);
    return crud.update(context, columnEntity, id, changes);
  },

  'base.base/deleteColumn': async (
    context,
    { col_id, move_to, cascade }: { col_id: number; move_to?: number | null; cascade?: number },
  ) => {
    const { db } = context;
    await oneAtATime(db, 'column tree');
    const ids = withDescendants(await allColumns(asProgram(db)), col_id);
    // After this lock nothing is added to the column (checks.ts locks what a record refers to).
    const { model } = await crud.lock(context, columnEntity, col_id);
    for (const id of ids) await crud.lock(context, columnEntity, id);
    await assertColumnsWhole(context, contentEntities, ids);
    if (move_to) await moveContent(context, col_id, move_to, model);
    const holds = await holdings(asProgram(db), ids);
    if (Object.keys(holds).length > 0 && !cascade) throw new CallError('column_holds', {}, { holds });

    const deleted_at = toIsoSeconds(new Date());
    // Undoing the batch restores the column, which brings its contents back.
    const outsideBatch = { ...context, batch: '' };
    for (const entity of contentEntities) {
      const { name } = entity;
      await updateInBatches(
        db,
        name,
        { deleted_at, deleted_with: col_id },
        (where) => where.and([where('col_id', 'in', ids), where('deleted_at', 'is', null)]),
        (some) => writeVersionsOf(db, outsideBatch, entity, some, { event: 'delete' }),
      );
      await bumpVersion(db, name);
    }
    for (const id of ids.toReversed()) await crud.remove(context, columnEntity, id);
    const below = ids.filter((id) => id !== col_id);
    // Noted so that what was deleted with the column is restored with it.
    if (below.length > 0)
      await generic(db).updateTable('column').set({ deleted_with: col_id }).where('id', 'in', below).execute();
    return { batch: context.batch ?? '' };
  },

  'base.base/getModelList': async () =>
    models.map(({ model, title, single }, index) => ({ id: index + 1, model, title, single })),

  'base.Category/getParentCategory': async (context, { id, type }) => {
    const rights = await rightsOf(context.db, context.admin as SignedIn);
    const isTheirs = (model: string) => contentEntities.some((each) => each.model === model && canList(rights, each));
    const rows = await crud.readAll(context, categoryEntity, { ...(id && { cid: id }), ...(type && { type }) });
    return rows
      .filter(({ pid, type }) => !pid && isTheirs(type ?? ''))
      .map(({ id, title, org_img, cid, type }) => ({ id, title, org_img, cid, type }));
  },

  'base.Category/getAllCaseList': async (context) => {
    const { db, admin } = context;
    const rights = await rightsOf(db, admin as SignedIn);
    const titles = async (model: 'product' | 'atlas') => {
      if (!canList(rights, entities[model])) return [];
      const rows = await generic(db)
        .selectFrom(model)
        .select(['id', 'title'])
        .where('deleted_at', 'is', null)
        .where((where) => where.and(limitConditions(context, entities[model], where)))
        .orderBy('sort')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id, title }) => ({ id: Number(id), model, title: String(title) }));
    };
    return [...(await titles('product')), ...(await titles('atlas'))];
  },
} satisfies Partial<Handlers>;
