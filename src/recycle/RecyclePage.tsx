import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined';
import { Box, Button, TablePagination } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Suspense, useState } from 'react';
import { recycleList } from '../../contract/calls/recycle.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { LacksRule } from '../auth/Forbidden.tsx';
import { sizes } from '../theme/index.ts';
import { usePageTitle } from '../ui/pageTitle.ts';
import { useIsBelow } from '../ui/responsive.ts';
import { EmptyState, ToHome } from '../ui/states/EmptyState.tsx';
import { Failed, NotRefreshed } from '../ui/states/Failed.tsx';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { BinActions } from './BinActions.tsx';
import { BinBar } from './BinBar.tsx';
import { BinCards } from './BinCards.tsx';
import { BinFilters } from './BinFilters.tsx';
import { BinTable } from './BinTable.tsx';
import { type Deleted, keyOf, useRecycleBin } from './useRecycleBin.ts';

/** What was deleted, to be brought back or to go for good. */
export function RecyclePage() {
  const translate = useTranslate();
  usePageTitle(translate('recycle.title'));
  const bin = useRecycleBin();
  const { data, error, refetch, entity, searchKey, page, perPage, narrow } = bin;
  const [selected, setSelected] = useState<Deleted[]>([]);
  const [asked, setAsked] = useState<{ what: 'restore' | 'purge'; records: Deleted[] }>();
  const rows = data?.data ?? [];
  const isNarrow = useIsBelow('md');
  const Rows = isNarrow ? BinCards : BinTable;
  const end = () => {
    setAsked(undefined);
    setSelected([]);
    refetch();
  };
  const toggle = (records: Deleted[], isOn: boolean) => {
    const keys = new Set(records.map(keyOf));
    const others = selected.filter((each) => !keys.has(keyOf(each)));
    setSelected(isOn ? [...others, ...records] : others);
  };
  const isNarrowed = entity !== '' || searchKey !== '';
  if (!data && error instanceof CallFailure && error.kind === 'forbidden')
    return (
      <LacksRule right={translate('recycle.title')} rule={recycleList.path}>
        <ToHome />
      </LacksRule>
    );
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        p: { xs: 1, sm: 2 },
        pb: { sm: 0 },
        height: { sm: 'var(--content-height)' },
        minWidth: 0,
      }}
    >
      <Box sx={{ position: 'relative', display: { xs: 'contents', md: 'block' } }}>
        <BinFilters
          entity={entity}
          searchKey={searchKey}
          onNarrow={(changes) => {
            setSelected([]);
            narrow(changes);
          }}
        />
        {selected.length > 0 && (
          <BinBar
            n={selected.length}
            onAsk={(what) => setAsked({ what, records: selected })}
            onClear={() => setSelected([])}
          />
        )}
      </Box>
      {!data && error && <Failed error={error} onRetry={refetch} />}
      {data && error && <NotRefreshed error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows height={sizes.row} />}
      {data && rows.length === 0 && (
        <EmptyState
          icon={DeleteSweep}
          title={translate(isNarrowed ? 'recycle.noMatch' : 'recycle.empty')}
          hint={isNarrowed ? undefined : translate('recycle.emptyHint')}
        >
          {isNarrowed && (
            <Button variant="outlined" onClick={() => narrow({ entity: '', searchKey: '' })}>
              {translate('list.clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <Rows
            rows={rows}
            selected={selected}
            onToggle={toggle}
            onAsk={(what, record) => setAsked({ what, records: [record] })}
          />
          <TablePagination
            component="nav"
            sx={{ mt: 'auto', flexShrink: 0 }}
            count={data?.total ?? 0}
            page={page - 1}
            rowsPerPage={perPage}
            rowsPerPageOptions={[]}
            onPageChange={(_event, at) => narrow({ page: String(at + 1) })}
            labelDisplayedRows={({ from, to, count }) =>
              translate('ra.navigation.page_range_info', {
                offsetBegin: from,
                offsetEnd: to,
                total: count,
              })
            }
            getItemAriaLabel={(type) => translate(`ra.navigation.${type === 'next' ? 'next' : 'previous'}`)}
          />
        </>
      )}
      <Suspense>{asked && <BinActions {...asked} onEnd={end} />}</Suspense>
    </Box>
  );
}
