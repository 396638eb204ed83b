import type { RaRecord } from 'ra-core';
import type { Call } from '../../contract/call.ts';
import { childrenName, type Entity, maxIds } from '../../contract/entity.ts';
import type { Features } from '../features.ts';
import { paginateLocally } from '../paginateLocally.ts';
import { callOf, type ListParams, type Page, type Records, type Requests } from '../requests.ts';
import { changedValues, pickDeclared, pickWritable, renameFilter } from '../rows.ts';
import { openList, type Values, wireOf } from '../transport/replies.ts';
import { flattenTree, withoutChildren } from '../trees.ts';
import { addNestedTitles } from './nestedTitles.ts';
import { preserveWireFormat } from './preserveWireFormat.ts';

const maxPages = 20;
const maxAtOnce = 4; // owners whose rows are requested at the same time; a browser opens six connections to a host

interface ForeignRecords extends Records {
  /** Rows that a list shows now: the records to edit come from there. */
  rememberRows(entity: string, rows: RaRecord[]): void;
  forgetRows(): void;
}

interface Available extends Pick<Records, 'list'>, Pick<Features, 'takes'> {
  getOne(entity: Entity, id: number): Promise<RaRecord>;
}

/**
 * Takes no parameters beyond the specification: lists are filtered here, records come from lists, and an edit sends the
 * whole record in the back end's own formats.
 */
export function foreignRecords(requests: Requests, available: Available): ForeignRecords {
  const { request, requestList, requestAll, requestUpdate } = requests;
  const loaded = new Map<string, RaRecord[]>();
  /** The last edit of each record since its list was read. */
  const edited = new Map<string, Promise<RaRecord>>();

  async function listOfEach(list: Call, { owners, param }: NonNullable<Call['each']>) {
    const { rows } = openList(await request(owners, { model: list.with?.model }));
    const found: Values[] = [];
    for (let at = 0; at < rows.length; at += maxAtOnce) {
      const some = rows.slice(at, at + maxAtOnce);
      const parts = await Promise.all(some.map(({ id }) => request(list, { page: 1, [param]: id })));
      found.push(...parts.flatMap((part, index) => rowsOfOwner(list, openList(part).rows, Number(some[index]?.id))));
    }
    return found as RaRecord[];
  }

  /** The back end may answer all records whatever page is asked for, or more than one page of the console's on its own first one. */
  async function pageOf(entity: Entity, query: Values, params: ListParams): Promise<Page> {
    const { pagination } = params;
    const hasAll = ({ data, total }: Page) => data.length === total && total > (pagination?.perPage ?? total);
    const asked = await requestList(entity, query, params);
    const isBeyondItsPages = asked.data.length === 0 && asked.total > 0 && query.page !== 1;
    const found = isBeyondItsPages ? await requestList(entity, { ...query, page: 1 }, params) : asked;
    return hasAll(found) ? paginateLocally(found.data, { pagination }, entity.fields) : asked;
  }

  /** The owner's one record. If there is none yet, a row for the form to fill. */
  async function recordOfOwner(list: Call, query: Values, owner: number): Promise<Page> {
    const rows = rowsOfOwner(list, openList(await request(list, query)).rows, owner);
    const data = rows.length > 0 ? rows : [{ [ownerField(list)]: owner, id: -owner }];
    return { data: data as RaRecord[], total: data.length };
  }

  async function listed(entity: Entity, params: ListParams): Promise<Page> {
    const { list, all } = entity.calls;
    const given = renameFilter(list, params.filter ?? {});
    if (list.whole) return requestList(entity, pickDeclared(list, given), params);
    const takes = (name: string) => available.takes(list, name);
    // If the list does not take a filter, all records are loaded (if they can be) and filtered here.
    if (all && !Object.keys(given).every(takes))
      return paginateLocally(
        withoutChildren(await requestAll(entity, all), childrenName(entity)),
        params,
        entity.fields,
      );
    const owner = list.each && Number(given[list.each.param] ?? 0);
    if (list.each && !owner) return paginateLocally(await listOfEach(list, list.each), params, entity.fields);
    const taken = Object.entries(given).filter(([name]) => takes(name));
    const query = { page: params.pagination?.page ?? 1, ...Object.fromEntries(taken) };
    if (owner) return recordOfOwner(list, query, owner);
    return pageOf(entity, query, params);
  }

  async function lookThrough(entity: Entity, ids: number[]): Promise<RaRecord[]> {
    const rows: RaRecord[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const { data, total } = await available.list(entity, { pagination: { page, perPage: maxIds } });
      rows.push(...data);
      const seen = new Set(flattenTree(rows, childrenName(entity)).map(({ id }) => Number(id)));
      if (data.length === 0 || rows.length >= total || ids.every((id) => seen.has(id))) break;
    }
    return rows;
  }

  const loadedRows = (entity: Entity) => flattenTree(loaded.get(entity.name) ?? [], childrenName(entity));

  function formatted(entity: Entity, values: Values, id?: number): Values {
    const rows = loadedRows(entity);
    const read = rows.find((row) => row.id === id) ?? {};
    return preserveWireFormat(entity, values, wireOf(read), read, rows.map(wireOf));
  }

  async function send(entity: Entity, id: number, values: Values, data: Values, previous?: Values) {
    const { list } = entity.calls;
    if (!list.each || id > 0) return requestUpdate(entity, id, formatted(entity, values, id), data, previous);
    const owned = { [ownerField(list)]: -id, ...formatted(entity, values, id) };
    return Object.assign(await requestUpdate(entity, 0, owned, data, previous), { id });
  }

  return {
    rememberRows: (entity, rows) => {
      loaded.set(entity, rows);
      for (const { id } of rows) edited.delete(`${entity}/${id}`);
    },
    forgetRows: () => {
      loaded.clear();
      edited.clear();
    },
    list: async (entity, params) => {
      const page = await listed(entity, params);
      addNestedTitles(entity, page.data);
      return page;
    },
    read: async (entity, ids) => {
      const isLoaded = loadedRows(entity).filter(({ id }) => ids.includes(Number(id))).length === ids.length;
      if (!isLoaded) return lookThrough(entity, ids);
      // Until the list is read again its rows lack what was saved since.
      const saved = (row: RaRecord) => edited.get(`${entity.name}/${row.id}`)?.catch(() => row);
      return Promise.all((loaded.get(entity.name) ?? []).map(async (row) => (await saved(row)) ?? row));
    },
    create: (entity, values) => request(callOf(entity, 'create'), formatted(entity, values)),
    update: async (entity, id, data, previous) => {
      if (!previous) return send(entity, id, pickWritable(entity, data), data);
      // A switch in a row sends only its own field, and the user may use two of them before the row is read again.
      const key = `${entity.name}/${id}`;
      const last = edited.get(key);
      const edit = async () => {
        const record = { ...previous, ...(await last?.catch(() => undefined)), ...data };
        const changes = changedValues(entity, record, previous);
        const values = Object.entries(pickWritable(entity, record)).filter(
          ([name]) => name in changes || previous[name] !== undefined,
        );
        if (values.length === 0) return { ...previous, id };
        return send(entity, id, Object.fromEntries(values), record, previous);
      };
      const saved = edit();
      edited.set(key, saved);
      return saved;
    },
    updateUnread: async (entity, id, data) => {
      const record = { ...(await available.getOne(entity, id)), ...data };
      return send(entity, id, pickWritable(entity, record), record);
    },
  };
}

/** The field that names the owner of a row of a list that is answered for one owner at a time. */
const ownerField = ({ each, rename = {} }: Call) =>
  Object.keys(rename).find((name) => rename[name] === each?.param) ?? each?.param ?? '';

/**
 * The rows that name this owner; if none does, the rows that name no owner, because they were answered for it. A row without an id gets
 * that of the owner, negative, which no record has.
 */
function rowsOfOwner(list: Call, rows: Values[], owner: number): Values[] {
  const field = ownerField(list);
  const own = rows.filter((row) => row[field] === owner);
  const found = own.length > 0 ? own : rows.filter((row) => !row[field]);
  return found.map((row) => Object.assign(row, { [field]: owner, id: Number(row.id) > 0 ? row.id : -owner }));
}
