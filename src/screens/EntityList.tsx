import Add from '@mui/icons-material/Add';
import { Box, Button } from '@mui/material';
import { ListBase, useCanAccess, useGetResourceLabel, useListContext, useTranslate } from 'ra-core';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { usePageTitle } from '../layout/pageTitle.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { EntityPanel } from './EntityPanel.tsx';
import { EntityTable } from './EntityTable.tsx';
import { Face, Failed, SkeletonRows } from './faces.tsx';
import { ListFilters } from './ListFilters.tsx';
import { ListPages } from './ListPages.tsx';
import { TreeRows } from './TreeRows.tsx';
import { useListLink } from './useListLink.ts';
import { useName } from './useName.ts';

const defaultSort = { field: 'sort', order: 'ASC' as const };

/** The list of any resource: search, filters, table, pages, and the panel of one record over it. */
export function EntityList({ resource }: { resource: Resource }) {
  const isTree = Boolean(resource.entity.calls.list?.children);
  const { Aside, useDefaultFilter = noFilter } = resource;
  const defaultFilter = useDefaultFilter();
  usePageTitle(useGetResourceLabel()(resource.name, 2));
  // A panel stands over it.
  const isCovered = useLocation().pathname !== useListLink(resource)().pathname;
  if (!defaultFilter) return <SkeletonRows height={sizes.row} />;
  return (
    <ListBase
      sort={defaultSort}
      perPage={isTree ? 100 : 20}
      filterDefaultValues={defaultFilter}
      storeKey={`${resource.name}.listParams`}
      disableAuthentication
    >
      <Box
        inert={isCovered}
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', lg: 'row' },
          minWidth: 0,
          // Rows scroll below their header and above their pages; on a phone the page does.
          height: { sm: 'var(--content-height)' },
        }}
      >
        {Aside && <Aside resource={resource} />}
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
          <ListFilters resource={resource}>
            <AddButton resource={resource} />
          </ListFilters>
          <ListBody resource={resource} isTree={isTree} />
        </Box>
      </Box>
      <Routes>
        <Route path="create" element={<EntityPanel resource={resource} isNew />} />
        <Route path=":id" element={<EntityPanel resource={resource} />} />
        <Route path="*" element={null} />
      </Routes>
    </ListBase>
  );
}

const nothing = {};
const noFilter = () => nothing;

function AddButton({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const name = useName(resource);
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' });
  const { filterValues } = useListContext();
  const linkTo = useListLink(resource);
  if (!resource.entity.calls.create || !canAccess) return null;
  // The column that is listed is the one to write in.
  const references = Object.entries(filterValues).filter(
    ([name, value]) => value && resource.entity.fields[name]?.kind === 'ref',
  );
  return (
    <Button
      component={Link}
      to={linkTo('create')}
      state={{ given: Object.fromEntries(references) }}
      variant="contained"
      startIcon={<Add />}
    >
      {translate('list.add', { name })}
    </Button>
  );
}

function ListBody({ resource, isTree }: { resource: Resource; isTree: boolean }) {
  const translate = useTranslate();
  const name = useName(resource);
  const { error, isPending, total, filterValues, setFilters, refetch } = useListContext();
  const narrowing = new Set(['searchKey', ...(resource.filters ?? [])]);
  const isNarrowed = Object.keys(filterValues).some((filter) => narrowing.has(filter));
  const clear = () =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([filter]) => !narrowing.has(filter))), []);
  // What an address or an older version left behind may be refused for ever: it can be cleared.
  if (error) return <Failed error={error} onRetry={refetch} onClear={() => setFilters({}, [])} />;
  if (!isPending && total === 0)
    return isNarrowed ? (
      <Face title={translate('list.noMatch', { name })}>
        <Button variant="outlined" onClick={clear}>
          {translate('list.clearFilters')}
        </Button>
      </Face>
    ) : (
      <Face title={translate('list.empty', { name })} hint={translate('list.emptyHint')}>
        <AddButton resource={resource} />
      </Face>
    );
  const table = (
    <>
      <EntityTable resource={resource} />
      <ListPages />
    </>
  );
  return isTree ? <TreeRows childrenName={resource.entity.calls.list?.children ?? ''}>{table}</TreeRows> : table;
}
