import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import type { Returned } from '../../contract/call.ts';
import { recycleList } from '../../contract/calls/recycle.ts';
import { http } from '../services/services.ts';

type Deleted = Returned<typeof recycleList>['data'][number];
/** Ids are unique per entity only, so a row's id names its entity too: `article 7`. */
export type DeletedRow = RaRecord & Omit<Deleted, 'id'> & { id: string };

const toRow = (record: Deleted): DeletedRow => ({
  ...record,
  id: `${record.entity} ${record.id}`,
  title: record.title || `#${record.id}`,
});

/** The deleted records that rows stand for, grouped by entity. */
export const groupByEntity = (rowIds: readonly string[]): Map<string, number[]> => {
  const groups = Map.groupBy(
    rowIds.map((id) => id.split(' ')),
    ([entity = '']) => entity,
  );
  return new Map([...groups].map(([entity, parts]) => [entity, parts.map(([, id]) => Number(id))]));
};

/** The recycle bin's call as the list of a resource. A page beyond the last one gives the last. */
export const recycleProvider = {
  supportAbortSignal: true,
  getList: async (_resource: string, { filter, pagination, signal }: GetListParams) => {
    const { page: asked = 1, perPage: limit = 20 } = pagination ?? {};
    const read = (page: number) => http.call(recycleList, { ...filter, page, limit }, signal);
    const found = await read(asked);
    const last = Math.max(1, Math.ceil(found.total / limit));
    const { data, total } = asked <= last ? found : await read(last);
    return { data: data.map(toRow), total };
  },
} as unknown as DataProvider;
