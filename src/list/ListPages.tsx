import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type GetListParams, useListContext, useTranslate } from 'ra-core';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { features, store } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useFolding } from '../tree/TreeRows.tsx';
import { DeferredRender } from '../ui/DeferredRender.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';

const Pagination = lazyComponent(() => import('./listRest.ts').then((module) => module.Pagination));

export const pageSizeKey = (resource: string) => `${resource}.pageSize`;
export const pageSizes = [10, 20, 50, 100];

/** A page that has just been read is not read again within this time. */
const freshMs = 3000;

const placeholder = <Box sx={{ height: sizes.pages }} />;

export function ListPages() {
  const translate = useTranslate();
  const { total, perPage, isPending } = useListContext();
  const isTree = useFolding() !== undefined;
  useSizeThere(isTree);
  // On a phone react-admin hands on what it gets, and else leaves the names to MUI, in English.
  const buttonNames = { getItemAriaLabel: (type: string) => translate(`ra.navigation.${type}`) };
  if (isPending || !total || (isTree && total <= perPage)) return null;
  return (
    <Box component="nav" sx={{ mt: 'auto', flexShrink: 0 }}>
      <DeferredRender placeholder={placeholder}>
        <Suspense fallback={placeholder}>
          <Pagination rowsPerPageOptions={features.has('pageSize') ? pageSizes : []} {...buttonNames} />
        </Suspense>
      </DeferredRender>
    </Box>
  );
}

/** Takes over the back end's page size, which the first of several pages shows, and stores it for the next visit. */
function useSizeThere(isTree: boolean) {
  const { resource, data = [], total = 0, page, perPage, isFetching, setPerPage } = useListContext();
  const size = isTree ? data.filter(({ depth }) => !depth).length : data.length;
  const isOther = page === 1 && !isFetching && size > 0 && size < total && size !== perPage;
  const there = isOther && !features.has('pageSize') ? size : perPage;
  const queries = useQueryClient();
  const take = useEffectEvent(() => {
    // The page that has been read is the first one of that size too, so it is not requested again.
    const shown = queries.getQueryCache().findAll({ queryKey: [resource, 'getList'], type: 'active' });
    for (const { queryKey, state } of shown) {
      const params = queryKey[2] as GetListParams;
      if (params.pagination?.perPage !== perPage) continue;
      const key = [resource, 'getList', { ...params, pagination: { page, perPage: there } }];
      queries.setQueryData(key, state.data, { updatedAt: Date.now() + freshMs });
    }
    store.setItem(pageSizeKey(resource), there);
    setPerPage(there);
  });
  useEffect(() => {
    if (there !== perPage) take();
  }, [there, perPage]);
}
