import { paginateLocally } from '../paginateLocally.ts';
import { callOf, type Records, type Requests } from '../requests.ts';
import { changedValues, pickDeclared, pickWritable, renameFilter } from '../rows.ts';
import { buildTree, isWholeTree } from '../trees.ts';

export function nativeRecords({ request, requestList, requestAll, requestUpdate }: Requests): Records {
  const records: Records = {
    list: async (entity, params) => {
      const { list, all } = entity.calls;
      const { pagination, sort, filter = {} } = params;
      if (all && isWholeTree(entity, filter))
        return paginateLocally(buildTree(await requestAll(entity, all, filter)), params, entity.fields);
      const given = renameFilter(list, filter);
      if (list.whole) return requestList(entity, pickDeclared(list, given), params);
      const isSortable = sort && (sort.field === 'id' || entity.fields[sort.field]?.sortable);
      const order = isSortable && { sort: sort.field, order: sort.order.toLowerCase() };
      const query = { page: pagination?.page ?? 1, limit: pagination?.perPage, ...order, ...given };
      return requestList(entity, query, params);
    },
    read: async (entity, ids) => (await requestList(entity, entity.calls.list.whole ? {} : { page: 1, ids })).data,
    create: (entity, values) => request(callOf(entity, 'create'), values),
    update: async (entity, id, data, previous) => {
      if (!previous) return records.updateUnread(entity, id, data);
      const values = changedValues(entity, data, previous);
      if (Object.keys(values).length === 0) return { ...previous, id };
      return requestUpdate(entity, id, { ...values, version: previous.version }, data, previous);
    },
    updateUnread: (entity, id, data) => requestUpdate(entity, id, pickWritable(entity, data), data, undefined),
  };
  return records;
}
