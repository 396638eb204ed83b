import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Entity } from '../../contract/entity.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { features } from '../services/services.ts';

const typedMs = 300;
const perPage = 20;
const freshMs = 10_000;

interface Options {
  /** What is searched is narrowed by, where the back end can. */
  narrowing: Record<string, unknown>;
  /** Nothing is asked before. */
  isOpen: boolean;
}

/**
 * The records of an entity page by page, by what is typed: a part of what the back end searches, or an id. Where it cannot
 * search, the pages are all there is, and what is typed narrows them in the browser.
 */
export function useRecordSearch(entity: string, typed: string, { narrowing, isOpen }: Options) {
  const provider = useDataProvider();
  const canSearch = isSearchable(entities[entity as EntityName]);
  const text = useSettled(canSearch ? typed.trim() : '');
  const filter = { ...given(narrowing), ...(text && { searchKey: text }) };
  const pages = useInfiniteQuery({
    queryKey: [entity, 'search', filter],
    queryFn: ({ pageParam, signal }) =>
      provider.getList<RaRecord>(entity, { pagination: { page: pageParam, perPage }, sort: byId, filter, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) =>
      last.data.length > 0 && countOf(all) < (last.total ?? 0) ? all.length + 1 : undefined,
    enabled: isOpen,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
  const id = features.has('ids') && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const own = useQuery({
    queryKey: [entity, 'search', 'id', id],
    queryFn: () => provider.getMany<RaRecord>(entity, { ids: id === undefined ? [] : [id] }),
    enabled: isOpen && id !== undefined,
    staleTime: freshMs,
  });
  const found = [...((id && own.data?.data) || []), ...(pages.data?.pages.flatMap(({ data }) => data) ?? [])];
  return {
    /** Each once: one may move to another page while they are read. */
    rows: [...new Map(found.map((row) => [row.id, row])).values()],
    canSearch,
    isSearching: pages.isFetching || own.isFetching || (canSearch && text !== typed.trim()),
    isError: pages.isError,
    hasMore: pages.hasNextPage,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetching) pages.fetchNextPage();
    },
  };
}

const isSearchable = ({ calls, fields }: Entity) =>
  features.takes(calls.list, 'searchKey') && Object.values(fields).some(({ search }) => search);
const byId = { field: 'id', order: 'DESC' } as const;
const countOf = (pages: { data: unknown[] }[]) => pages.reduce((sum, { data }) => sum + data.length, 0);
const given = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => ['string', 'number'].includes(typeof value)));

/** A text as it is once nobody has changed it for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typedMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
