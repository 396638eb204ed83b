import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import type { Call } from '../contract/call.ts';
import { type Entity, hasAll, mostIds, type Role } from '../contract/entity.ts';
import { findEntity } from '../contract/index.ts';
import { childrenName } from '../contract/trees.ts';
import { CallFailure } from './failure.ts';
import type { Features } from './features.ts';
import { preserveWireFormat } from './foreign/preserveWireFormat.ts';
import { paginateLocally } from './paginateLocally.ts';
import { resolveDateRange } from './resolveDateRange.ts';
import {
  changed,
  declared,
  dropSecrets,
  inheritMatchedFields,
  namedOf,
  renamed,
  rowsWithin,
  withoutSecrets,
  writable,
} from './rows.ts';
import { attachMessage, replyMessageOf } from './transport/envelope.ts';
import type { Http } from './transport/http.ts';
import { opened, type Values, wireOf } from './transport/replies.ts';
import { apart, flat, isWholeTree, nested } from './trees.ts';

type AnyParams = Record<string, never>;

/** react-admin's data provider plus `getAll`: all records of an entity for a choice, filtered as far as the call allows. */
export type ConsoleProvider = DataProvider & { getAll(resource: string, filter?: Values): Promise<RaRecord[]> };

const mostPages = 20;
const mostAtOnce = 4; // owners whose rows are asked for; a browser holds six lines to a host

/** Translates react-admin's nine methods to the contract's calls. Entities differ only in their declarations. */
export function createDataProvider(http: Http, features: Features): ConsoleProvider {
  const request = (call: Call, params: Values, signal?: AbortSignal) =>
    http.call(call, { ...call.with, ...params } as AnyParams, signal) as Promise<unknown>;

  /** The rows of each entity's last list, used to open a record if the back end cannot be asked for a single one. */
  const loaded = new Map<string, RaRecord[]>();
  /** The last edit of each record since its list was read, for a back end that takes whole rows. */
  const edited = new Map<string, Promise<RaRecord>>();

  async function list(entity: Entity, params: Partial<GetListParams>, ids?: number[]) {
    const call = callOf(entity, 'list');
    const { pagination, sort, filter = {}, signal } = params;
    if (!ids && features.has('wholeTree') && isWholeTree(entity, filter))
      return paginateLocally(nested(await getAll(entity, filter)), params, entity.fields);
    const isSortable = sort && (sort.field === 'id' || entity.fields[sort.field]?.sortable);
    const extended = {
      ...(features.has('pageSize') && { limit: pagination?.perPage }),
      ...(isSortable && features.has('sorting') && { sort: sort.field, order: sort.order.toLowerCase() }),
    };
    const given = renamed(call, filter);
    const taken = Object.fromEntries(Object.entries(given).filter(([name]) => features.takes(call, name)));
    const isTaken = Object.keys(taken).length === Object.keys(given).length;
    // If the list does not take a filter, all records are loaded (if they can be) and filtered here.
    if (!ids && !call.whole && !isTaken && entity.calls.all)
      return paginateLocally(apart(await getAll(entity), childrenName(entity)), params, entity.fields);
    if (call.each && !features.has('filtering') && !given[call.each.param])
      return paginateLocally((await ofEach(call, call.each)) as RaRecord[], params, entity.fields);
    const query = call.whole
      ? declared(call, given)
      : { page: pagination?.page ?? 1, ...extended, ...(ids && { ids }), ...taken };
    const reply = await request(call, query, signal);
    const { rows: told, total } = opened(reply);
    const data = dropSecrets(entity, call.within ? rowsWithin(told, call.within) : told) as RaRecord[];
    if (total !== undefined) return { data, total };
    const rowsShown = call.children && filter.searchKey ? apart(data, call.children) : data;
    return paginateLocally(rowsShown, params, entity.fields);
  }

  /** The rows of every owner: one call per owner, a few in parallel. */
  async function ofEach(call: Call, { owners, param }: NonNullable<Call['each']>): Promise<Values[]> {
    const { rows } = opened(await request(owners, { model: call.with?.model }));
    const found: Values[] = [];
    for (let at = 0; at < rows.length; at += mostAtOnce) {
      const some = rows.slice(at, at + mostAtOnce);
      const parts = await Promise.all(some.map(({ id }) => request(call, { page: 1, [param]: id })));
      found.push(...parts.flatMap((part) => opened(part).rows));
    }
    return found;
  }

  /** Returns the last page if the requested one is beyond it: the address may be old, or records were deleted. */
  async function pageOf(entity: Entity, params: Partial<GetListParams>) {
    const asked = await list(entity, params);
    const { page = 1, perPage = asked.total } = params.pagination ?? {};
    const last = Math.ceil(asked.total / perPage);
    if (asked.data.length > 0 || last === 0 || page <= last) return asked;
    return list(entity, { ...params, pagination: { page: last, perPage } });
  }

  async function getAll(entity: Entity, filter: Values = {}): Promise<RaRecord[]> {
    const { all } = entity.calls;
    if (!hasAll(entity))
      throw new Error(`${entity.name} has no call for all of its records: getList answers them page by page`);
    if (!all) return flat((await list(entity, {})).data, childrenName(entity));
    return dropSecrets(entity, opened(await request(all, declared(all, renamed(all, filter)))).rows) as RaRecord[];
  }

  async function read(entity: Entity, ids: number[]): Promise<RaRecord[]> {
    const among = (rows: RaRecord[]) => flat(rows, childrenName(entity)).filter(({ id }) => ids.includes(Number(id)));
    if (features.has('ids')) return among((await list(entity, {}, ids)).data);
    const rows = among(loaded.get(entity.name) ?? []);
    return rows.length === ids.length ? rows : among(await lookThrough(entity, ids));
  }

  /** Reads page after page until all wanted records are found, if the back end cannot be asked for a single one. */
  async function lookThrough(entity: Entity, ids: number[]): Promise<RaRecord[]> {
    const rows: RaRecord[] = [];
    for (let page = 1; page <= mostPages; page++) {
      const { data, total } = await list(entity, { pagination: { page, perPage: mostIds } });
      rows.push(...data);
      const seen = new Set(flat(rows, childrenName(entity)).map(({ id }) => Number(id)));
      if (data.length === 0 || rows.length >= total || ids.every((id) => seen.has(id))) break;
    }
    return rows;
  }

  async function getMany(entity: Entity, ids: number[]): Promise<RaRecord[]> {
    if (hasAll(entity)) return (await getAll(entity)).filter((row) => ids.includes(Number(row.id)));
    const parts = Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, at) =>
      ids.slice(at * mostIds, (at + 1) * mostIds),
    );
    return (await Promise.all(parts.map((part) => read(entity, part)))).flat();
  }

  async function getOne(entity: Entity, id: number): Promise<RaRecord> {
    const [record] = await read(entity, [id]);
    if (!record) throw new CallFailure('missing', '', 200);
    return record;
  }

  /** A back end without partial edits has formats of its own, which an edit preserves. */
  function spelledLike(entity: Entity, values: Values, id?: number): Values {
    if (features.has('version')) return values;
    const rows = flat(loaded.get(entity.name) ?? [], childrenName(entity));
    const read = rows.find((row) => row.id === id) ?? {};
    return preserveWireFormat(entity, values, wireOf(read), read, rows.map(wireOf));
  }

  async function update(entity: Entity, id: number, data: Values, previous: Values | undefined): Promise<RaRecord> {
    if (!previous || features.has('version')) return edit(entity, id, data, previous);
    // A row's switch sends only its own field. Two switches may be used before the row is read again.
    const key = `${entity.name}/${id}`;
    const last = edited.get(key);
    const edits = (async () => {
      const latest = await last?.catch(() => undefined);
      return edit(entity, id, { ...previous, ...latest, ...data }, previous);
    })();
    edited.set(key, edits);
    return edits;
  }

  async function edit(entity: Entity, id: number, data: Values, previous: Values | undefined): Promise<RaRecord> {
    const takesParts = features.has('version');
    const changes = previous ? changed(entity, data, previous, takesParts) : writable(entity, data);
    const version = takesParts ? previous?.version : undefined;
    if (previous && Object.keys(changes).length === 0) return { ...previous, id };
    const call = callOf(entity, 'update');
    // Without the defaults of a new record, because this record does not have them.
    const reply = await request(
      { ...call, with: namedOf(entity, call, previous) },
      {
        id,
        ...spelledLike(entity, changes, id),
        ...(version !== undefined && { version }),
      },
    );
    const { version: now } = reply as Values;
    const saved = withoutSecrets(entity, { ...previous, ...data });
    return attachMessage({ ...saved, ...(Number.isFinite(now) && { version: now }), id }, replyMessageOf(reply));
  }

  const remove = (entity: Entity, id: number, meta?: Values) => {
    const call = callOf(entity, 'delete');
    return request(call, { [call.id ?? 'id']: id, ...meta });
  };

  return {
    // react-admin cancels a list that is no longer needed.
    supportAbortSignal: true,
    getAll: (resource, filter) => getAll(entityOf(resource), filter),
    getList: async (resource, params) => {
      const filter = resolveDateRange(params.filter ?? {});
      const page = await pageOf(entityOf(resource), { ...params, filter });
      loaded.set(resource, page.data);
      for (const { id } of page.data) edited.delete(`${resource}/${id}`);
      return page as never;
    },
    getOne: async (resource, { id }) => ({ data: await getOne(entityOf(resource), Number(id)) }) as never,
    getMany: async (resource, { ids }) => ({ data: await getMany(entityOf(resource), ids.map(Number)) }) as never,
    getManyReference: async (resource, { target, id, filter, ...params }) =>
      (await list(entityOf(resource), { ...params, filter: { ...filter, [target]: id } })) as never,
    create: async (resource, { data }) => {
      const entity = entityOf(resource);
      const all = await inheritMatchedFields(
        entity,
        data,
        async (name, id) => (await getMany(entityOf(name), [id]))[0],
      );
      const call = callOf(entity, 'create');
      const values = Object.entries(writable(entity, all)).filter(([name]) => features.knows(call, name));
      const reply = (await request(call, spelledLike(entity, Object.fromEntries(values)))) as Values | null;
      // The record is saved even if the back end does not answer its id.
      return { data: { ...all, id: Number(reply?.id ?? 0) } } as never;
    },
    update: async (resource, { id, data, previousData }) =>
      ({ data: await update(entityOf(resource), Number(id), data, previousData) }) as never,
    updateMany: async (resource, { ids, data }) => {
      const entity = entityOf(resource);
      for (const id of ids.map(Number)) {
        // If edits are not partial, the record's other values are sent too.
        const record = features.has('version') ? undefined : await getOne(entity, id);
        await update(entity, id, { ...record, ...data }, undefined);
      }
      return { data: ids };
    },
    delete: async (resource, { id, previousData, meta }) => {
      await remove(entityOf(resource), Number(id), meta);
      return { data: previousData ?? { id } } as never;
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

function callOf(entity: Entity, role: Role): Call {
  const call = entity.calls[role];
  if (!call) throw new Error(`${entity.name} has no ${role} call`);
  return call;
}
