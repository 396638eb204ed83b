import type { Entity } from '../../contract/entity.ts';
import { InvalidInput } from '../errors.ts';
import { eachOf } from '../services/eachOf.ts';
import { purge } from '../services/purge.ts';
import { binOf, listBin } from '../services/recycleBin.ts';
import { entityNamed } from '../services/recycled.ts';
import { restore } from '../services/restore.ts';
import { assertMay, rightsOf } from '../services/rights.ts';
import { parentsFirst } from '../services/tree.ts';
import type { CallContext, Handlers, SignedIn } from '../unit.ts';

type Work = (context: CallContext, entity: Entity, id: number) => Promise<void>;

/** Whoever may delete an entity's records may bring them back, or let them go for good. */
const withEach =
  (work: Work) =>
  async (context: CallContext, { entity: name, ids }: { entity: string; ids: number[] }) => {
    const entity = entityNamed(name);
    if (!entity.recycle || !entity.calls.delete) throw new InvalidInput({ entity: { key: 'field_choice' } });
    await assertMay(context, entity.calls.delete);
    const ordered = await parentsFirst(context.db, entity, [...new Set(ids)]);
    return eachOf(context, entity, ordered, (inside, id) => work(inside, entity, id));
  };

export const recycleHandlers = {
  'base.Recycle/list': async ({ db, admin }, { entity: name, searchKey, page, limit }) => {
    const bin = binOf(await rightsOf(db, admin as SignedIn));
    const shown = name ? bin.filter((entity) => entity === entityNamed(name)) : bin;
    return listBin(db, shown, { searchKey: searchKey?.trim(), page: page ?? 1, limit: limit ?? 10 });
  },
  'base.Recycle/restore': withEach(restore),
  'base.Recycle/purge': withEach(purge),
} satisfies Partial<Handlers>;
