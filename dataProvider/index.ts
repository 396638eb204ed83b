import type { DataProvider, RaRecord } from 'ra-core';
import type { Returned } from '../contract/call.ts';
import { getUnfinished } from '../contract/calls/publishing.ts';
import { childrenName, type Entity, hasAll, maxIds } from '../contract/entity.ts';
import { findEntity } from '../contract/index.ts';
import { CallFailure } from './failure.ts';
import type { Features } from './features.ts';
import { foreignRecords } from './foreign/foreignRecords.ts';
import { nativeRecords } from './native/nativeRecords.ts';
import { callOf, createRequests, type ListParams, type Page, type Records } from './requests.ts';
import { resolveDateRange } from './resolveDateRange.ts';
import { inheritMatchedFields, pickWritable } from './rows.ts';
import type { Http } from './transport/http.ts';
import type { Values } from './transport/replies.ts';
import { flattenTree } from './trees.ts';

export type ConsoleProvider = DataProvider & {
  getAll(resource: string, filter?: Values): Promise<RaRecord[]>;
  /** Forgets the rows of lists, from which a back end without extensions has its records read: the next administrator may see others. */
  forgetRows(): void;
};

/** The first page of a list brings these beside its rows. */
export interface UnfinishedMeta {
  unfinished: Returned<typeof getUnfinished>;
}

/** A back end may have some extensions and lack others, and names them at any time: so each operation asks anew. */
export function createDataProvider(http: Http, features: Features): ConsoleProvider {
  const requests = createRequests(http);
  const native = nativeRecords(requests);
  const foreign = foreignRecords(requests, {
    list: (...args) => list(...args),
    takes: features.takes,
    getOne,
  });
  const list: Records['list'] = (...args) => (features.has('filtering') ? native : foreign).list(...args);
  const writer = () => (features.has('version') ? native : foreign);

  async function read(entity: Entity, ids: number[]): Promise<RaRecord[]> {
    // A list that answers for one owner alone has no use for ids.
    const hasIds = features.has('ids') && (features.has('filtering') || !entity.calls.list.each);
    const rows = await (hasIds ? native : foreign).read(entity, ids);
    return flattenTree(rows, childrenName(entity)).filter(({ id }) => ids.includes(Number(id)));
  }

  /** A page beyond the last one gives the last: an address may be old, and records may have been deleted. */
  async function getList(entity: Entity, params: ListParams): Promise<Page> {
    const { needs } = entity.calls.list;
    if (needs && !features.has('filtering') && !Number(params.filter?.[needs])) {
      // None was chosen, as there is none yet or they could not be read before. If that is still so, this fails too.
      const owners = await getAll(entityOf(entity.fields[needs]?.entity ?? ''));
      const first = owners.find(({ id }) => Number(id) > 0);
      return first
        ? getList(entity, { ...params, filter: { ...params.filter, [needs]: first.id } })
        : { data: [], total: 0 };
    }
    const found = await list(entity, params);
    const { page = 1, perPage = found.total } = params.pagination ?? {};
    const last = Math.ceil(found.total / perPage);
    if (found.data.length > 0 || last === 0 || page <= last) return found;
    return list(entity, { ...params, pagination: { page: last, perPage } });
  }

  async function getAll(entity: Entity, filter: Values = {}): Promise<RaRecord[]> {
    const { all } = entity.calls;
    if (!hasAll(entity))
      throw new Error(`${entity.name} has no call for all of its records: getList answers them page by page`);
    return all
      ? requests.requestAll(entity, all, filter)
      : flattenTree((await list(entity, {})).data, childrenName(entity));
  }

  async function getMany(entity: Entity, ids: number[]): Promise<RaRecord[]> {
    if (hasAll(entity)) return (await getAll(entity)).filter((row) => ids.includes(Number(row.id)));
    const parts = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, at) =>
      ids.slice(at * maxIds, (at + 1) * maxIds),
    );
    return (await Promise.all(parts.map((part) => read(entity, part)))).flat();
  }

  async function getOne(entity: Entity, id: number): Promise<RaRecord> {
    const find = async () => (await read(entity, [id]))[0];
    let record = await find();
    if (!record && features.has('ids') && entity.calls.list.whole) {
      // A list that is shared for a moment may be older than the record.
      http.forgetReplies?.();
      record = await find();
    }
    if (!record) throw new CallFailure('missing', '', 200);
    return record;
  }

  /** The rows of a list are shown also if the new records that the administrator has begun cannot be read. */
  async function readUnfinished(
    entity: string,
    signal?: AbortSignal,
  ): Promise<UnfinishedMeta['unfinished'] | undefined> {
    if (!features.offers(getUnfinished)) return undefined;
    return http.call(getUnfinished, { entity }, signal).catch(() => undefined);
  }

  async function create(entity: Entity, data: Values): Promise<RaRecord> {
    const find = async (name: string, id: number) => (await getMany(entityOf(name), [id]))[0];
    const record = await inheritMatchedFields(entity, data, find);
    const call = callOf(entity, 'create');
    const values = Object.entries(pickWritable(entity, record)).filter(([name]) => features.knows(call, name));
    const reply = (await writer().create(entity, Object.fromEntries(values))) as Values | null;
    // The record is saved even if the back end does not send its id.
    return { ...record, id: Number(reply?.id ?? 0) };
  }

  const remove = (entity: Entity, id: number, meta?: Values) => {
    const call = callOf(entity, 'delete');
    return requests.request(call, { [call.id ?? 'id']: id, ...meta });
  };

  return {
    // A list that nobody waits for any more is cancelled.
    supportAbortSignal: true,
    getAll: (resource, filter) => getAll(entityOf(resource), filter),
    forgetRows: foreign.forgetRows,
    getList: async (resource, params) => {
      const entity = entityOf(resource);
      const [page, unfinished] = await Promise.all([
        getList(entity, { ...params, filter: resolveDateRange(params.filter ?? {}) }),
        params.meta?.withUnfinished && params.pagination?.page === 1
          ? readUnfinished(resource, params.signal)
          : undefined,
      ]);
      // A list that is only counted shows no rows.
      if (!params.meta?.isCount) foreign.rememberRows(resource, page.data);
      return { ...page, ...(unfinished && { meta: { unfinished } }) } as never;
    },
    getOne: async (resource, { id }) => ({ data: await getOne(entityOf(resource), Number(id)) }) as never,
    getMany: async (resource, { ids }) => ({ data: await getMany(entityOf(resource), ids.map(Number)) }) as never,
    getManyReference: async (resource, { target, id, filter, ...params }) =>
      (await list(entityOf(resource), { ...params, filter: { ...filter, [target]: id } })) as never,
    create: async (resource, { data }) => ({ data: await create(entityOf(resource), data) }) as never,
    update: async (resource, { id, data, previousData }) =>
      ({ data: await writer().update(entityOf(resource), Number(id), data, previousData) }) as never,
    updateMany: async (resource, { ids, data }) => {
      for (const id of ids) await writer().updateUnread(entityOf(resource), Number(id), data);
      return { data: ids };
    },
    delete: async (resource, { id, previousData, meta }) => {
      const reply = (await remove(entityOf(resource), Number(id), meta)) as { batch?: string } | null;
      return { data: { ...(previousData ?? { id }), ...(reply?.batch && { batch: reply.batch }) } } as never;
    },
    deleteMany: async (resource, { ids, meta }) => {
      for (const id of ids) await remove(entityOf(resource), Number(id), meta);
      return { data: ids };
    },
  };
}

function entityOf(resource: string): Entity {
  const entity = findEntity(resource);
  if (!entity) throw new Error(`there is no entity ${resource}`);
  return entity;
}
