import Add from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import { ListBase, useCanAccess, useDefaultTitle, useGetResourceLabel, useListContext, useTranslate } from 'ra-core';
import { Title } from 'ra-ui-materialui';
import { Link, Route, Routes } from 'react-router-dom';
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
  if (!defaultFilter) return <SkeletonRows height={sizes.row} />;
  return (
    <ListBase
      sort={defaultSort}
      perPage={isTree ? 100 : 20}
      filterDefaultValues={defaultFilter}
      storeKey={`${resource.name}.listParams`}
      disableAuthentication
    >
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, minWidth: 0, flex: 1 }}>
        {Aside && <Aside resource={resource} />}
        <Box sx={{ flex: 1, minWidth: 0, p: { xs: 1, sm: 2 }, display: 'flex', flexDirection: 'column', gap: 1.5 }}>
          <ListHeader resource={resource} />
          <ListFilters resource={resource} />
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

function ListHeader({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const label = useGetResourceLabel()(resource.name, 2);
  const appTitle = useDefaultTitle();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
      <Title title={label} defaultTitle={appTitle} />
      <Typography variant="h1" sx={{ flex: 1 }}>
        {label}
      </Typography>
      <AddButton resource={resource} label={translate('list.add', { name: useName(resource) })} />
    </Box>
  );
}

function AddButton({ resource, label }: { resource: Resource; label: string }) {
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
      {label}
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
        <AddButton resource={resource} label={translate('list.add', { name })} />
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
