import { category as categoryEntity } from '../../contract/entities/category.ts';
import { column as columnEntity } from '../../contract/entities/column.ts';
import { entities } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { models } from '../../contract/models.ts';
import { canList, rightsOf } from '../auth/rights.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import { updateInBatches } from '../database/statements.ts';
import { type Db, generic } from '../database/tables.ts';
import type { CallContext, Handlers, SignedIn } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import * as crud from '../engine/crud.ts';
import { moveSlugs } from '../engine/oldSlugs.ts';
import type { ListQuery } from '../engine/query.ts';
import { asTree, withDescendants, withLevels } from '../engine/tree.ts';
import { writeVersions, writeVersionsOf } from '../engine/versions.ts';

type Values = Record<string, unknown>;

const allColumns = (db: Db, order: ListQuery = {}) => crud.readAll(db, columnEntity, order);

async function pagedTree(db: Db, { page, limit: wanted, ...order }: ListQuery) {
  const limit = wanted ?? 10;
  const tree = asTree(await allColumns(db, order), 'children');
  const start = ((page ?? 1) - 1) * limit;
  return { data: tree.slice(start, start + limit), total: tree.length };
}

async function holdings(db: Db, ids: number[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  if (ids.length > 1) counts.column = ids.length - 1;
  for (const entity of contentEntities) {
    const n = await crud.count(db, entity, { col_id: ids });
    if (n > 0) counts[entity.name] = n;
  }
  return counts;
}

async function moveContent(context: CallContext, from: number, to: number, model: unknown): Promise<void> {
  const { db } = context;
  const target = await crud.read(db, columnEntity, to);
  const isFull = target?.model === 'single' && target.total > 0; // it already has its only record
  if (!target || isFull || to === from || target.model !== model)
    throw new InvalidInput({ move_to: { key: 'column_move' } });
  for (const entity of contentEntities) {
    const { name } = entity;
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

async function assertModelFree(db: Db, id: number, model: unknown): Promise<void> {
  const column = await crud.read(db, columnEntity, id);
  if (!column || model === undefined || column.model === model) return;
  const { column: _below, ...content } = await holdings(db, [id]);
  if (Object.keys(content).length > 0) throw new InvalidInput({ model: { key: 'column_model_fixed' } });
}

export const columnHandlers = {
  'base.base/getColumnList': async ({ db }, query: ListQuery) => {
    const isTree = !query.searchKey && !query.ids?.length && !query.model && !query.pid && query.status === undefined;
    return isTree ? pagedTree(db, query) : withLevels(db, columnEntity, await crud.list(db, columnEntity, query));
  },

  'base.base/editColumn': async (context, { id, ...changes }: Values & { id: number }) => {
    await assertModelFree(context.db, id, changes.model);
    return crud.update(context, columnEntity, id, changes);
  },

  'base.base/deleteColumn': async (
    context,
    { col_id, move_to, cascade }: { col_id: number; move_to?: number | null; cascade?: number },
  ) => {
    const { db } = context;
    await oneAtATime(db, 'column tree');
    const ids = withDescendants(await allColumns(db), col_id);
    // After this lock nothing is added to the column (checks.ts locks what a record refers to).
    const { model } = await crud.lock(db, columnEntity, col_id);
    for (const id of ids) await crud.lock(db, columnEntity, id);
    if (move_to) await moveContent(context, col_id, move_to, model);
    const holds = await holdings(db, ids);
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

  'base.Category/getParentCategory': async ({ db, admin }, { id, type }) => {
    const rights = await rightsOf(db, admin as SignedIn);
    const isTheirs = (model: string) => contentEntities.some((each) => each.model === model && canList(rights, each));
    const rows = await crud.readAll(db, categoryEntity, { ...(id && { cid: id }), ...(type && { type }) });
    return rows
      .filter(({ pid, type }) => !pid && isTheirs(type ?? ''))
      .map(({ id, title, org_img, cid, type }) => ({ id, title, org_img, cid, type }));
  },

  'base.Category/getAllCaseList': async ({ db, admin }) => {
    const rights = await rightsOf(db, admin as SignedIn);
    const titles = async (model: 'product' | 'atlas') => {
      if (!canList(rights, entities[model])) return [];
      const rows = await db
        .selectFrom(model)
        .select(['id', 'title'])
        .where('deleted_at', 'is', null)
        .orderBy('sort')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id, title }) => ({ id, model, title }));
    };
    return [...(await titles('product')), ...(await titles('atlas'))];
  },
} satisfies Partial<Handlers>;
