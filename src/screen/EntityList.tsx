import { Box, Tab, Tabs } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { ListBase, useCanAccessResources, useGetResourceLabel, useListContext, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { childrenName } from '../../contract/entity.ts';
import { entityList } from '../../contract/index.ts';
import { listPath } from '../../contract/paths.ts';
import { SelectionBar } from '../bulk/SelectionBar.tsx';
import type { Resource } from '../declaration/resource.ts';
import { AddButton } from '../list/AddButton.tsx';
import { LatestFiltersProvider } from '../list/LatestFiltersProvider.tsx';
import { ListBody } from '../list/ListBody.tsx';
import { ListFilters } from '../list/ListFilters.tsx';
import { ListMenu } from '../list/ListMenu.tsx';
import { ownOrder } from '../list/ListOrder.tsx';
import { isStartedElsewhere, useListLink } from '../navigation/useListLink.ts';
import { linkOf } from '../navigation/useMenuPlace.ts';
import { quiet } from '../services/queryClient.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { EntityPanel } from './EntityPanel.tsx';

/** Until the first page shows the back end's own page size. */
const usualSize = 10;
const newestFirst = { field: 'id', order: 'DESC' as const };

export function EntityList({ resource }: { resource: Resource }) {
  const isTree = childrenName(resource.entity) !== undefined;
  const { Aside, Body, Tools, useDefaultFilter = noFilter } = resource.list;
  const { Name } = resource.row;
  const defaultFilter = useDefaultFilter();
  const location = useLocation();
  const isCovered = location.pathname !== useListLink(resource)().pathname;
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
      <ListBody resource={resource} />
      <ListStatus />
    </>
  );
  return (
    <ListBase
      sort={resource.entity.isLog ? newestFirst : ownOrder}
      perPage={isTree ? 100 : features.has('pageSize') ? 20 : usualSize}
      filterDefaultValues={defaultFilter}
      {...(isStartedElsewhere(location) && { storeKey: false })}
      disableAuthentication
      queryOptions={quiet}
    >
      <LatestFiltersProvider>
        <Box
          inert={isCovered}
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column', lg: 'row' },
            minWidth: 0,
            // The rows scroll; on a phone the whole page does.
            height: { sm: 'var(--content-height)' },
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
            <ScreenTabs resource={resource} />
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

const nothing = {};
const noFilter = () => nothing;

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

/** A tab for each entity of the screen, such as entries and their groups. Content models have menu entries instead. */
function ScreenTabs({ resource: { name, entity, list } }: { resource: Resource }) {
  const label = useGetResourceLabel();
  const beside = entityList.filter(({ screen, model }) => screen === entity.screen && !model);
  const hideTabs = beside.length < 2 || entityList.some(({ screen, model }) => screen === entity.screen && model);
  const { canAccess } = useCanAccessResources({ action: 'list', resources: beside.map((each) => each.name) });
  if (hideTabs || list.hideTabs) return null;
  const shown = beside.filter((each) => each.name === name || canAccess?.[each.name]);
  const title = label(beside[0]?.name ?? '', 2);
  return (
    <Box component="nav" aria-label={title}>
      <Tabs value={name} aria-label={title}>
        {shown.map((each) => (
          <Tab
            key={each.name}
            value={each.name}
            label={label(each.name, 2)}
            component={Link}
            to={linkOf(listPath(each))}
            aria-current={each.name === name ? 'page' : undefined}
          />
        ))}
      </Tabs>
    </Box>
  );
}
