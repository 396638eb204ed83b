import type { Call } from '../../contract/call.ts';
import type { Outcome } from '../../contract/calls/recycle.ts';
import type { Entity } from '../../contract/entity.ts';
import { assertMay, assertMayList } from '../auth/rights.ts';
import { InvalidInput } from '../core/errors.ts';
import type { CallContext, Handlers } from '../engine/callContext.ts';
import { idsFound } from '../engine/list/filterOf.ts';
import { parentsFirst } from '../engine/tree.ts';
import { batchIn, entityNamed, genericEntity } from '../recycle/recycled.ts';
import { forEachInSteps } from '../steps/forEachInSteps.ts';
import { createCallOf, duplicateAll } from './duplicate.ts';

type Values = Record<string, unknown>;
interface Many {
  entity: string;
  ids?: number[];
  filter?: unknown;
}

function callOf(entity: Entity, role: 'update' | 'delete'): Call {
  const call = entity.calls[role];
  if (!call) throw new InvalidInput({ entity: { key: 'field_choice' } });
  return call;
}

/** The records with these ids, or those that a list filter finds. @throws InvalidInput without either */
async function forEachFound(
  context: CallContext,
  entity: Entity,
  { ids, filter }: Many,
  { call, logged }: { call: Call; logged: Values },
  work: (inside: CallContext, id: number) => Promise<unknown>,
): Promise<Outcome & { batch: string }> {
  if (!ids?.length && !filter) throw new InvalidInput({ ids: { key: 'field_required' } });
  if (!ids?.length) await assertMayList(context, genericEntity(entity.name));
  const about = { entity: entity.name, ...logged };
  const all = ids?.length
    ? [...new Set(ids)]
    : await context.step('ids', { ...about, filter }, { ...about, filter }, (inside) =>
        idsFound(inside, entity, filter),
      );
  const outcome = await forEachInSteps(context, { entity, ids: all, use: call }, about, work);
  return { ...outcome, batch: batchIn(context, entity) };
}

export const bulkHandlers = {
  'base.Bulk/select': async (context, { entity: name, filter }) => {
    const entity = genericEntity(name);
    await assertMayList(context, entity);
    return { ids: await idsFound(context, entity, filter) };
  },

  'base.Bulk/edit': async (context, { fields, ...many }) => {
    const entity = genericEntity(many.entity);
    const call = callOf(entity, 'update');
    await assertMay(context, call);
    const { id: _id, version: _version, ...params } = call.params;
    const unknown = Object.keys(fields ?? {}).filter((name) => !(name in params));
    if (unknown.length > 0)
      throw new InvalidInput(Object.fromEntries(unknown.map((name) => [name, { key: 'field_unknown' as const }])));
    if (Object.keys(fields ?? {}).length === 0) throw new InvalidInput({ fields: { key: 'field_required' } });
    // Values that no record would accept are refused before any record is changed.
    context.read(call, { ...fields, id: 1 });
    return forEachFound(context, entity, many, { call, logged: { fields } }, (inside, id) =>
      inside.perform(inside, call.path, { ...structuredClone(fields), id }),
    );
  },

  'base.Bulk/delete': async (context, many) => {
    const entity = entityNamed(many.entity);
    const call = callOf(entity, 'delete');
    await assertMay(context, call);
    const ids = many.ids && (await parentsFirst(context.db, entity, many.ids)).toReversed();
    return forEachFound(context, entity, { ...many, ...(ids && { ids }) }, { call, logged: {} }, (inside, id) =>
      inside.perform(inside, call.path, { [call.id ?? 'id']: id }),
    );
  },

  'base.Bulk/duplicate': async (context, { entity: name, ids }) => {
    const entity = genericEntity(name);
    await assertMay(context, createCallOf(entity));
    await assertMayList(context, entity);
    if (ids.length === 0) throw new InvalidInput({ ids: { key: 'field_required' } });
    return duplicateAll(context, entity, ids);
  },
} satisfies Partial<Handlers>;
