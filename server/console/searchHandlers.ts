import { searchLimits } from '../../contract/calls/console.ts';
import type { Entity } from '../../contract/entity.ts';
import { entityList, takesGenericCalls } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { canOpen, rightsOf } from '../auth/rights.ts';
import { findByLabel } from '../csv/findByLabel.ts';
import type { Handlers, SignedIn } from '../engine/callContext.ts';

const isSearched = (entity: Entity) => entity.menu !== undefined && !entity.unsearched && takesGenericCalls(entity);

export const searchHandlers = {
  'base.Search/records': async ({ db, admin }, { q }) => {
    const text = q?.trim();
    if (!text) return [];
    const rights = await rightsOf(db, admin as SignedIn);
    const found = await Promise.all(
      entityList
        .filter((entity) => isSearched(entity) && canOpen(rights, entity))
        .map(async (entity) =>
          (await findByLabel(db, entity, text, searchLimits.ofEntity)).map((record) => ({ ...record, entity })),
        ),
    );
    return found
      .flat()
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, searchLimits.inAll)
      .map(({ entity, id, title }) => ({ entity: entity.name, id, title, path: `${listPath(entity)}/${id}` }));
  },
} satisfies Partial<Handlers>;
