import { category as categoryEntity } from '../../contract/entities/category.ts';
import { column as columnEntity } from '../../contract/entities/column.ts';
import { contentEntities, entities } from '../../contract/index.ts';
import { models } from '../../contract/models.ts';
import { canList, rightsOf } from '../auth/rights.ts';
import { InvalidInput } from '../core/errors.ts';
import { oneAtATime } from '../database/dataVersion.ts';
import { type Db, generic } from '../database/tables.ts';
import { asProgram, type CallContext, type Caller, type Handlers, type SignedIn } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import type { ListQuery } from '../engine/list/queryFilter.ts';
import { asTree, pathTo, subtreeOf, withLevels } from '../engine/tree.ts';
import { assertWithinColumns, limitConditions } from '../engine/withinLimits.ts';
import { hasPublishedIn } from './contentState.ts';
import { deleteColumn, holdings } from './deleteColumn.ts';
import { assertMayAppear } from './publishRight.ts';

type Values = Record<string, unknown>;

const allColumns = (caller: Caller, order: ListQuery = {}) => lifecycle.readAll(caller, columnEntity, order);

async function pagedTree(caller: Caller, { page, limit: wanted, ...order }: ListQuery) {
  const limit = wanted ?? 10;
  const tree = asTree(await allColumns(caller, order), 'children');
  const start = ((page ?? 1) - 1) * limit;
  return { data: tree.slice(start, start + limit), total: tree.length };
}

async function assertModelFree(caller: Caller, id: number, model: unknown): Promise<void> {
  const column = await lifecycle.read(caller, columnEntity, id);
  if (!column || model === undefined || column.model === model) return;
  const { column: _below, ...content } = await holdings(asProgram(caller.db), [id]);
  if (Object.keys(content).length > 0) throw new InvalidInput({ model: { key: 'column_model_fixed' } });
}

async function areAllOn(db: Db, ids: number[]): Promise<boolean> {
  const rows = await db.selectFrom('column').select(['status', 'deleted_at']).where('id', 'in', ids).execute();
  return rows.every(({ status, deleted_at }) => status === 1 && deleted_at === null);
}

/**
 * The contents of a column that is shown, or comes to stand under shown ones, are published with it.
 * @throws CallError `publicity_right`; InvalidInput for a column above it that the caller's limits hide
 */
async function assertMayShow(context: CallContext, id: number, changes: Values): Promise<void> {
  if (!('status' in changes || 'pid' in changes)) return;
  const { db } = context;
  await oneAtATime(db, 'column tree');
  const before = await lifecycle.read(context, columnEntity, id);
  if (!before) return;
  assertWithinColumns(context, columnEntity, changes, before);
  const isShown = async ({ pid, status }: { pid: number | null; status: number }) =>
    status === 1 && (!pid || (await areAllOn(db, await pathTo(db, columnEntity, pid))));
  if ((await isShown(before)) || !(await isShown({ ...before, ...changes }))) return;
  const added = await subtreeOf(db, columnEntity, id, true);
  for (const entity of contentEntities)
    if (await hasPublishedIn(db, entity, added)) await assertMayAppear(context, entity);
}

export const columnHandlers = {
  'base.base/getColumnList': async (context, query: ListQuery) => {
    const isTree = !query.searchKey && !query.ids?.length && !query.model && !query.pid && query.status === undefined;
    return isTree
      ? pagedTree(context, query)
      : withLevels(context.db, columnEntity, await lifecycle.list(context, columnEntity, query));
  },

  'base.base/editColumn': async (context, { id, ...changes }: Values & { id: number }) => {
    await assertModelFree(context, id, changes.model);
    await assertMayShow(context, id, changes);
    return lifecycle.update(context, columnEntity, id, changes);
  },

  'base.base/deleteColumn': deleteColumn,

  'base.base/getModelList': async () =>
    models.map(({ model, title, single }, index) => ({ id: index + 1, model, title, single })),

  'base.Category/getParentCategory': async (context, { id, type }) => {
    const rights = await rightsOf(context.db, context.admin as SignedIn);
    const isTheirs = (model: string) => contentEntities.some((each) => each.model === model && canList(rights, each));
    const rows = await lifecycle.readAll(context, categoryEntity, { ...(id && { cid: id }), ...(type && { type }) });
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
