import type { Outcome } from '../../contract/calls/recycle.ts';
import { column } from '../../contract/entities/column.ts';
import type { Entity } from '../../contract/entity.ts';
import { assertMay, rightsOf } from '../auth/rights.ts';
import { InvalidInput } from '../core/errors.ts';
import type { CallContext, Handlers, SignedIn } from '../engine/callContext.ts';
import { parentsFirst } from '../engine/tree.ts';
import { assertVisible } from '../engine/withinLimits.ts';
import { forEachInSteps } from '../steps/forEachInSteps.ts';
import { forEachColumn, purgeColumn, restoreColumn } from './columnInSteps.ts';
import { purge } from './purge.ts';
import { binOf, listBin } from './recycleBin.ts';
import { batchIn, entityNamed } from './recycled.ts';
import { restore } from './restore.ts';

type Work = (context: CallContext, entity: Entity, id: number) => Promise<void>;

/** Whoever may delete an entity's records may also restore or purge them. @param ofColumn begins transactions of its own */
const withEach =
  (work: Work, ofColumn: (context: CallContext, id: number) => Promise<void>) =>
  async (context: CallContext, { entity: name, ids }: { entity: string; ids: number[] }): Promise<Outcome> => {
    const entity = entityNamed(name);
    const use = entity.calls.delete;
    if (!entity.recycle || !use) throw new InvalidInput({ entity: { key: 'field_choice' } });
    await assertMay(context, use);
    const ordered = await parentsFirst(context.db, entity, [...new Set(ids)]);
    if (entity.name === column.name) return forEachColumn(context, ordered, ofColumn);
    return forEachInSteps(context, { entity, ids: ordered, use }, { entity: name }, async (inside, id) => {
      await assertVisible(inside, entity, id);
      return work(inside, entity, id);
    });
  };

export const recycleHandlers = {
  'base.Recycle/list': async (context, { entity: name, searchKey, page, limit }) => {
    const bin = binOf(await rightsOf(context.db, context.admin as SignedIn));
    const shown = name ? bin.filter((entity) => entity === entityNamed(name)) : bin;
    return listBin(context, shown, { searchKey, page: page ?? 1, limit: limit ?? 10 });
  },
  'base.Recycle/restore': async (context, params) => ({
    ...(await withEach(restore, restoreColumn)(context, params)),
    batch: batchIn(context, entityNamed(params.entity)),
  }),
  'base.Recycle/purge': withEach(purge, purgeColumn),
} satisfies Partial<Handlers>;
