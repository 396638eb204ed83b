import { column } from '../../contract/entities/column.ts';
import type { Entity } from '../../contract/entity.ts';
import { assertMay, rightsOf } from '../auth/rights.ts';
import { InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import type { CallContext, Handlers, SignedIn } from '../engine/callContext.ts';
import { contentEntities } from '../engine/computed.ts';
import { runEachInSavepoint } from '../engine/runEachInSavepoint.ts';
import { parentsFirst, withDescendants } from '../engine/tree.ts';
import { assertColumnsWhole, assertVisible } from '../engine/withinLimits.ts';
import { purge } from './purge.ts';
import { binOf, listBin } from './recycleBin.ts';
import { batchIn, entityNamed } from './recycled.ts';
import { restore } from './restore.ts';

/** The column and those below it, also deleted ones. */
const columnsBelow = async (db: Db, id: number) =>
  withDescendants(await db.selectFrom('column').select(['id', 'pid']).execute(), id);

type Work = (context: CallContext, entity: Entity, id: number) => Promise<void>;

/** Whoever may delete an entity's records may also restore or purge them. */
const withEach =
  (work: Work) =>
  async (context: CallContext, { entity: name, ids }: { entity: string; ids: number[] }) => {
    const entity = entityNamed(name);
    if (!entity.recycle || !entity.calls.delete) throw new InvalidInput({ entity: { key: 'field_choice' } });
    await assertMay(context, entity.calls.delete);
    const ordered = await parentsFirst(context.db, entity, [...new Set(ids)]);
    return runEachInSavepoint(context, entity, ordered, async (inside, id) => {
      await assertVisible(inside, entity, id);
      if (entity.name === column.name)
        await assertColumnsWhole(inside, contentEntities, await columnsBelow(inside.db, id));
      return work(inside, entity, id);
    });
  };

export const recycleHandlers = {
  'base.Recycle/list': async (context, { entity: name, searchKey, page, limit }) => {
    const bin = binOf(await rightsOf(context.db, context.admin as SignedIn));
    const shown = name ? bin.filter((entity) => entity === entityNamed(name)) : bin;
    return listBin(context, shown, { searchKey: searchKey?.trim(), page: page ?? 1, limit: limit ?? 10 });
  },
  'base.Recycle/restore': async (context, params) => ({
    ...(await withEach(restore)(context, params)),
    batch: batchIn(context, entityNamed(params.entity)),
  }),
  'base.Recycle/purge': withEach(purge),
} satisfies Partial<Handlers>;
