import type { GetListParams, RaRecord } from 'ra-core';
import type { Call } from '../contract/call.ts';
import type { CallName, Entity } from '../contract/entity.ts';
import { paginateLocally } from './paginateLocally.ts';
import { dropSecrets, pickDeclared, renameFilter, rowsWithin, valuesAlwaysSent, withoutSecrets } from './rows.ts';
import { attachMessage, replyMessageOf } from './transport/envelope.ts';
import type { Http } from './transport/http.ts';
import { openList, type Values } from './transport/replies.ts';
import { withoutChildren } from './trees.ts';

export type ListParams = Partial<GetListParams>;
export interface Page {
  data: RaRecord[];
  total: number;
}

export interface Records {
  list(entity: Entity, params: ListParams): Promise<Page>;
  /** Records by id. Missing ones are left out. */
  read(entity: Entity, ids: number[]): Promise<RaRecord[]>;
  create(entity: Entity, values: Values): Promise<unknown>;
  update(entity: Entity, id: number, data: Values, previous: Values | undefined): Promise<RaRecord>;
  /** An edit of a record that is not on the screen. */
  updateUnread(entity: Entity, id: number, data: Values): Promise<RaRecord>;
}

export function createRequests(http: Http) {
  const request = (call: Call, params: Values, signal?: AbortSignal) =>
    http.call(call, { ...call.with, ...params } as Record<string, never>, signal) as Promise<unknown>;
  return {
    request,
    /** A page of the list; if the call has no pages, they are made here. */
    requestList: async (entity: Entity, query: Values, params: ListParams = {}): Promise<Page> => {
      const { list } = entity.calls;
      const { rows, total } = openList(await request(list, query, params.signal));
      const data = dropSecrets(entity, list.within ? rowsWithin(rows, list.within) : rows) as RaRecord[];
      if (total !== undefined) return { data, total };
      const shown = list.children && params.filter?.searchKey ? withoutChildren(data, list.children) : data;
      const sent = Object.keys(params.filter ?? {}).filter((name) => (list.rename?.[name] ?? name) in query);
      return paginateLocally(shown, params, entity.fields, sent);
    },
    requestAll: async (entity: Entity, all: Call, filter: Values = {}) => {
      const query = pickDeclared(all, renameFilter(all, filter));
      return dropSecrets(entity, openList(await request(all, query)).rows) as RaRecord[];
    },
    /** @returns the record as it is now, with its new version if the reply has one */
    requestUpdate: async (entity: Entity, id: number, values: Values, data: Values, previous: Values | undefined) => {
      const call = callOf(entity, 'update');
      // Not the defaults of a new record, which are not what this one has.
      const reply = await request({ ...call, with: valuesAlwaysSent(entity, call, previous) }, { id, ...values });
      const { version } = reply as Values;
      const saved = withoutSecrets(entity, { ...previous, ...data });
      return attachMessage({ ...saved, ...(Number.isFinite(version) && { version }), id }, replyMessageOf(reply));
    },
  };
}
export type Requests = ReturnType<typeof createRequests>;

export function callOf(entity: Entity, name: CallName): Call {
  const call = entity.calls[name];
  if (!call) throw new Error(`${entity.name} has no ${name} call`);
  return call;
}
