import { Box, Button } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { childrenName } from '../../contract/entity.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { Forbidden } from '../auth/Forbidden.tsx';
import type { Resource } from '../declaration/resource.ts';
import { sizes } from '../theme/index.ts';
import { MoveRows } from '../tree/MoveRows.tsx';
import { TreeRows } from '../tree/TreeRows.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { Failed, NotRefreshed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { EmptyList, NoMatch } from './EmptyList.tsx';
import { EntityTable } from './EntityTable.tsx';
import { ListPages, pageSizes } from './ListPages.tsx';
import { useActiveFilters } from './useActiveFilters.ts';

const ResultsOutsideScope = lazyComponent(() =>
  import('./ResultsOutsideScope.tsx').then((module) => module.ResultsOutsideScope),
);

/** Rows of the query before are dimmed where the new ones take longer than a moment. */
const rowsSx = { display: 'contents', '&[aria-busy=true] > *': { opacity: 0.5, transition: 'opacity 0s 300ms' } };

export function ListBody({ resource }: { resource: Resource }) {
  const { error, data, isPending, isPlaceholderData, total, filterValues, setFilters, setPerPage, refetch } =
    useListContext();
  const translate = useTranslate();
  const { words, clear } = useActiveFilters(resource);
  const failure = error instanceof CallFailure ? error : undefined;
  const children = childrenName(resource.entity);
  const { Rows = EntityTable, Empty = EmptyList } = resource.list;
  const scope = resource.list.useScopeFilter?.(resource);
  if (!data && failure?.kind === 'forbidden') return <Forbidden resource={resource.name} action="list" />;
  if (!data && error) {
    // A filter of an old address or version may always be refused: it can be cleared.
    // A failing server fails with the chosen column alone, too.
    const isNarrowed = failure?.isAnswer ? Object.keys(filterValues).length > 0 : words !== '' && !failure?.isLost;
    // The server refuses a page whose records are too long, and says how many of them fit.
    const fitting = pageSizes.findLast((size) => size <= Number(failure?.data.limit));
    return (
      <Failed error={error} onRetry={refetch} onClear={isNarrowed ? () => setFilters({}, []) : undefined}>
        {fitting && (
          <Button variant="contained" onClick={() => setPerPage(fitting)}>
            {translate('list.showFewer', { n: fitting })}
          </Button>
        )}
      </Failed>
    );
  }
  const elsewhere = filterValues.searchKey && scope && filterValues[scope.name] && (
    <Suspense>
      <ResultsOutsideScope resource={resource} scope={scope.name} />
    </Suspense>
  );
  if (!isPending && total === 0)
    return words ? (
      <>
        {elsewhere}
        <NoMatch resource={resource} words={words} onClear={clear} />
      </>
    ) : (
      <Empty resource={resource} />
    );
  const table = (
    <>
      {error && <NotRefreshed error={error} onRetry={refetch} />}
      {elsewhere}
      <Box aria-busy={isPlaceholderData} sx={rowsSx}>
        <Suspense fallback={<SkeletonRows height={sizes.row} />}>
          <Rows resource={resource} />
        </Suspense>
      </Box>
      <ListPages />
    </>
  );
  if (!children) return table;
  return (
    <TreeRows childrenName={children} isNarrowed={words !== ''}>
      <MoveRows resource={resource}>{table}</MoveRows>
    </TreeRows>
  );
}
