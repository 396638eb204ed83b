import type { Call } from '../../contract/call.ts';
import type { CallName, Entity } from '../../contract/entity.ts';
import type { RoutedCall } from '../../contract/index.ts';
import type { AnyHandler } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import type { ListQuery } from '../engine/list/queryFilter.ts';
import { addRefTitles, rowsOfReply } from '../engine/list/refTitles.ts';
import { createReadQueue } from '../engine/readQueue.ts';
import { inTreeOrder, withLevels } from '../engine/tree.ts';
import { handlers } from './handlers.ts';

type Values = Record<string, unknown>;

/** A call's own handler, or the one of its kind. */
export function handlerOf({ call, entity, callName }: RoutedCall): AnyHandler {
  const specific = (handlers as unknown as Partial<Record<string, AnyHandler>>)[call.path];
  if (!entity || !callName) {
    if (specific) return specific;
    throw new Error(`${call.path} has no handler`);
  }
  const handler = specific ?? genericHandlers[callName](entity, call);
  if (callName === 'list' || callName === 'all') {
    const list = withRefTitles(handler, entity, call);
    return callName === 'all' || call.whole || call.children ? inTurn(list) : list;
  }
  return handler;
}

const genericHandlers: Record<CallName | 'save', (entity: Entity, call: Call) => AnyHandler> = {
  list: (entity, call) => async (context, params) => {
    const query = asFields(call, params);
    if (call.whole) return lifecycle.readAll(context, entity, query);
    const page = await lifecycle.list(context, entity, query);
    return entity.tree ? withLevels(context.db, entity, page) : page;
  },
  all: (entity, call) => async (context, params) => {
    // Empty filters are ignored.
    const filters = Object.entries(asFields(call, params)).filter(([, value]) => value !== '');
    const rows = await lifecycle.readAll(context, entity, Object.fromEntries(filters));
    return entity.tree ? inTreeOrder(rows) : rows;
  },
  create: (entity) => (context, params) => lifecycle.create(context, entity, params),
  update:
    (entity) =>
    (context, { id, ...changes }) =>
      lifecycle.update(context, entity, Number(id), changes),
  save:
    (entity) =>
    (context, { id, ...values }) => {
      if (id) return lifecycle.update(context, entity, Number(id), values);
      const { version: _none, ...draft } = values;
      return lifecycle.create(context, entity, draft);
    },
  delete: (entity, call) => (context, params) => lifecycle.remove(context, entity, Number(params[call.id ?? 'id'])),
};

function asFields({ rename = {} }: Call, params: Values): ListQuery {
  const names = Object.fromEntries(Object.entries(rename).map(([field, wire]) => [wire, field]));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [names[name] ?? name, value]));
}

/** Lists that are answered whole, or as a tree, have up to some thousand records. */
export const wholeListQueueOf = createReadQueue();

/** Whoever asks for many at once would keep everybody else waiting, and have all of them in memory. */
const inTurn =
  (list: AnyHandler): AnyHandler =>
  (context, params, prepared) => {
    const { admin, settings } = context;
    const owner = `${admin?.id ?? 0} ${admin?.programTokenId ?? ''}`;
    return wholeListQueueOf(settings).run(owner, () => list(context, params, prepared), context.untilLate());
  };

function withRefTitles(handler: AnyHandler, entity: Entity, call: Call): AnyHandler {
  return async (context, params, prepared) => {
    const reply = await handler(context, params, prepared);
    await addRefTitles(context.db, entity, rowsOfReply(call, reply));
    return reply;
  };
}
