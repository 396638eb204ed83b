import { searchLimits } from '../../contract/calls/console.ts';
import type { Entity } from '../../contract/entity.ts';
import { entityList, ruleOf, takesGenericCalls } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { findByLabel } from '../services/findByLabel.ts';
import { type Rights, rightsOf } from '../services/rights.ts';
import type { Handlers, SignedIn } from '../unit.ts';

/** To open a record takes its screen, and the rule of the call that reads it. */
function mayOpen(entity: Entity, { holds, maySee }: Rights): boolean {
  const { menu, unsearched, screen, calls } = entity;
  const rule = ruleOf(calls.list);
  const isSearched = menu !== undefined && !unsearched && takesGenericCalls(entity);
  return isSearched && maySee(screen) && (!rule || holds(rule));
}

export const searchHandlers = {
  'base.Search/records': async ({ db, admin }, { q }) => {
    const text = q?.trim();
    if (!text) return [];
    const rights = await rightsOf(db, admin as SignedIn);
    const found = await Promise.all(
      entityList
        .filter((entity) => mayOpen(entity, rights))
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
