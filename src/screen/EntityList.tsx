import { Box } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { ListBase, useListContext, useStoreContext, useTranslate } from 'ra-core';
import { Suspense, useEffect, useState } from 'react';
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { childrenName } from '../../contract/entity.ts';
import { entityList } from '../../contract/index.ts';
import type { UnfinishedMeta } from '../../dataProvider/index.ts';
import { useMay } from '../auth/useMay.ts';
import { SelectionBar } from '../bulk/SelectionBar.tsx';
import { hasWorkingCopies } from '../declaration/knownFields.ts';
import type { Resource } from '../declaration/resource.ts';
import { AddButton } from '../list/AddButton.tsx';
import { LatestFiltersProvider } from '../list/LatestFiltersProvider.tsx';
import { ListBody } from '../list/ListBody.tsx';
import { ListFilters } from '../list/ListFilters.tsx';
import { ListMenu } from '../list/ListMenu.tsx';
import { ownOrder } from '../list/ListOrder.tsx';
import { pageSizeKey } from '../list/ListPages.tsx';
import { isStartedElsewhere, useIsFilteredByLink, useListLink } from '../navigation/useListLink.ts';
import { quiet } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { lowWindow } from '../ui/responsive.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { EntityPanel } from './EntityPanel.tsx';

const UnfinishedRecords = lazyComponent(() =>
  withTexts(import('./UnfinishedRecords.tsx').then((module) => module.UnfinishedRecords)),
);

const ScreenTabs = lazyComponent(() => import('./ScreenTabs.tsx').then((module) => module.ScreenTabs));

const newestFirst = { field: 'id', order: 'DESC' as const };

export function EntityList({ resource }: { resource: Resource }) {
  const isTree = childrenName(resource.entity) !== undefined;
  const { Aside, Body, Tools, useDefaultFilter = noFilter } = resource.list;
  const { Name } = resource.row;
  const currentDefault = useDefaultFilter();
  useResetTransientFilters(resource.name);
  const location = useLocation();
  const isFilteredByLink = useIsFilteredByLink();
  const isBackAtStart = useIsBackAtStart(resource.name);
  const firstDefault = useFirstDefaultFilter(currentDefault);
  const defaultFilter = isBackAtStart ? firstDefault : currentDefault;
  const pageSize = usePageSize(resource.name, isTree);
  const isCovered = location.pathname !== useListLink(resource)().pathname;
  const mayCreate = useMay(resource.name, 'create');
  if (!defaultFilter) return <SkeletonRows height={sizes.row} />;
  const list = (
    <>
      <Box sx={{ position: 'relative', display: { xs: 'contents', md: 'block' } }}>
        <ListFilters resource={resource}>
          {Tools && <Tools resource={resource} />}
          <ListMenu resource={resource} />
          <AddButton resource={resource} isShort />
        </ListFilters>
        <SelectionBar resource={resource} />
      </Box>
      {mayCreate && <UnfinishedSlot resource={resource} />}
      <ListBody resource={resource} />
      <ListStatus />
    </>
  );
  return (
    <ListBase
      sort={resource.entity.isLog ? newestFirst : ownOrder}
      perPage={pageSize}
      filterDefaultValues={defaultFilter}
      {...(isFilteredByLink && { storeKey: `${resource.name}.linked.listParams` })}
      {...((isStartedElsewhere(location) || isBackAtStart) && { storeKey: false })}
      disableAuthentication
      queryOptions={mayCreate && hasWorkingCopies(resource) ? withUnfinished : quiet}
    >
      <LatestFiltersProvider isInAddress isCovered={isCovered}>
        <Box
          inert={isCovered}
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column', lg: 'row' },
            minWidth: 0,
            // The rows scroll; on a phone and in a low window the whole page does.
            height: { sm: 'var(--content-height)' },
            [lowWindow]: { height: 'auto' },
          }}
        >
          {Aside && (
            <Suspense fallback={<Box sx={{ width: { lg: sizes.columnsWidth }, flexShrink: 0 }} />}>
              <Aside resource={resource} />
            </Suspense>
          )}
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              minHeight: 0,
              p: { xs: 1, sm: 2 },
              pb: { sm: 0 },
              display: 'flex',
              flexDirection: 'column',
              gap: 1.5,
            }}
          >
            {hasTabs(resource) && (
              <Suspense fallback={<Box sx={{ height: sizes.tabs, flexShrink: 0 }} />}>
                <ScreenTabs resource={resource} />
              </Suspense>
            )}
            {Body ? (
              <Suspense fallback={<SkeletonRows height={sizes.row} />}>
                <Body resource={resource}>{list}</Body>
              </Suspense>
            ) : (
              list
            )}
          </Box>
        </Box>
        {!Name && (
          <Routes>
            <Route path="create" element={<EntityPanel resource={resource} isNew />} />
            <Route path=":id" element={<EntityPanel resource={resource} />} />
            <Route path="*" element={null} />
          </Routes>
        )}
      </LatestFiltersProvider>
    </ListBase>
  );
}

/**
 * react-admin restores a list's filters from its store when the address has none, as after a click in the menu. A search, and the ids
 * that a link chose, are not restored.
 */
function useResetTransientFilters(name: string): void {
  const store = useStoreContext();
  const { search } = useLocation();
  // During the first render, because `ListBase` reads the store in it.
  useState(() => {
    const key = `${name}.listParams`;
    const { filter, ...params } = store.getItem<{ filter?: Record<string, unknown> }>(key) ?? {};
    const { ids, searchKey, ...kept } = filter ?? {};
    if (search === '' && (ids || searchKey)) store.setItem(key, { ...params, filter: kept, page: 1 });
  });
}

/** Shown once the list has said that there are some, in the same rendering as its rows once it is loaded. */
function UnfinishedSlot({ resource }: { resource: Resource }) {
  const { meta } = useListContext();
  const { records = [], total = 0 } = (meta as Partial<UnfinishedMeta> | undefined)?.unfinished ?? {};
  const lines = records.length + (total > records.length ? 1 : 0);
  return (
    lines > 0 && (
      <Suspense fallback={<Box sx={{ flexShrink: 0, height: `calc(${lines} * ${sizes.row})` }} />}>
        <UnfinishedRecords resource={resource} />
      </Suspense>
    )
  );
}

const withUnfinished = { ...quiet, meta: { withUnfinished: true } };

const nothing = {};
const noFilter = () => nothing;

/**
 * Whether the way back led to the address with which the list began, before it was searched, filtered or sorted. Filters that were
 * stored since would lead forward again at once, so they are dropped.
 */
function useIsBackAtStart(name: string): boolean {
  const { removeItem } = useStoreContext();
  const { search } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const [wasChanged, setChanged] = useState(false);
  if (search !== '' && !wasChanged) setChanged(true);
  const isBackAtStart = wasChanged && isBack && search === '';
  useEffect(() => {
    if (isBackAtStart) removeItem(`${name}.listParams`);
  }, [isBackAtStart, name, removeItem]);
  return isBackAtStart;
}

/** The default filter with which the list began. A column that was chosen since would give another one. */
function useFirstDefaultFilter(current: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const { search } = useLocation();
  const [first, setFirst] = useState<Record<string, unknown>>();
  if (!first && current && search === '') setFirst(current);
  return first ?? current;
}

/** Announces the number of records to screen readers when it changes. An empty list has a notice of its own. */
function ListStatus() {
  const translate = useTranslate();
  const { total } = useListContext();
  return (
    <Box role="status" sx={visuallyHidden}>
      {total ? translate('list.total', { total }) : ''}
    </Box>
  );
}

/** Content models have menu entries instead. */
const hasTabs = ({ entity, list }: Resource) => {
  const beside = entityList.filter(({ screen }) => screen === entity.screen);
  return beside.length > 1 && !beside.some(({ model }) => model) && !list.hideTabs;
};

/** The page size of a list that is opened anew. A back end without extensions has its own, as its first page once showed. */
function usePageSize(name: string, isTree: boolean): number {
  const store = useStoreContext();
  if (features.has('pageSize')) return isTree ? 100 : 20;
  return store.getItem<number>(pageSizeKey(name)) ?? (isTree ? 100 : 10);
}
