import { Box } from '@mui/material';
import { ListContextProvider, type RaRecord, useListContext, useTranslate } from 'ra-core';
import { DataTable } from 'ra-ui-materialui';
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '../../contract/fields.ts';
import type { Kind } from '../../contract/kinds.ts';
import { SelectBox, SelectPageBox } from '../bulk/SelectBox.tsx';
import { useBulkActions } from '../bulk/useBulkActions.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { useFolding } from '../tree/TreeRows.tsx';
import { FirstRowsContext } from '../ui/DeferredRender.tsx';
import { useIsBelow } from '../ui/responsive.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';
import { useScrollRestoration } from '../ui/useScrollRestoration.ts';
import { isEmpty } from '../utils/values.ts';
import { EntityCards } from './EntityCards.tsx';
import { FieldValue, NameCell } from './NameCell.tsx';
import { RowActions, useHasRowActions, useRowRights } from './RowActions.tsx';
import { useColumns } from './useColumns.ts';

export function EntityTable({ resource }: { resource: Resource }) {
  const { isPending } = useListContext();
  const isNarrow = useIsBelow('md');
  if (isPending) return <SkeletonRows height={sizes.row} />;
  return isNarrow ? <EntityCards resource={resource} /> : <Table resource={resource} />;
}

/** The name takes the remaining width, and is cut if it is longer than two lines. */
const nameCell = { width: '99%', minWidth: { xs: 140, lg: 180 }, maxWidth: 0 };
const readRow = {};
const unreadRow = { '& td, & td a': { fontWeight: 700 } };
const selectCell = { width: 0, pr: '0 !important' };
const pictureCell = { display: { xs: 'none', lg: 'table-cell' } };
const actionsCell = { textAlign: 'right', whiteSpace: 'nowrap' };
/** Keeps the heading of an empty column on few lines. */
const timeCell = { minWidth: sizes.timeCell };
const cellStyles: Partial<Record<Kind, object>> = { image: pictureCell, time: timeCell };
const alignments = {
  left: {},
  right: { textAlign: 'right', '& .MuiTableSortLabel-root': { flexDirection: 'row-reverse' } },
};

/** Hides picture columns that are empty on the whole page, unless the administrator chose the columns. */
function useShownColumns(resource: Resource): string[] {
  const { data = [] } = useListContext();
  const { columns, isOwn } = useColumns(resource);
  const isBare = (name: string) =>
    resource.entity.fields[name]?.kind === 'image' && data.length > 0 && data.every((record) => isEmpty(record[name]));
  return isOwn ? columns : columns.filter((name) => !isBare(name));
}

/**
 * Makes the cells of the table. They are memoized until something changes that all rows show, so that react-admin
 * renders only the rows that changed.
 */
function useCells(resource: Resource, hasActions: boolean): ReactNode {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const isTree = useFolding() !== undefined;
  // The columns are joined to a text, which is equal for equal columns.
  const columns = useShownColumns(resource).join();
  const { canSelect } = useBulkActions(resource);
  const rights = useRowRights(resource);
  const linkTo = useListLink(resource);
  const { entity } = resource;
  const canSort = !isTree && (features.has('sorting') || entity.calls.list.whole === true);
  return useMemo(() => {
    return (
      <>
        {canSelect && (
          <DataTable.Col label={<SelectPageBox />} disableSort sx={selectCell}>
            <SelectBox resource={resource} />
          </DataTable.Col>
        )}
        {columns.split(',').map((name, at) => {
          const field = entity.fields[name] as Field;
          return (
            <DataTable.Col
              key={name}
              source={name}
              label={label(name)}
              disableSort={!field.sortable || !canSort}
              sx={at === 0 ? nameCell : (cellStyles[field.kind] ?? alignments[alignOf(field)])}
            >
              {at === 0 ? (
                <NameCell resource={resource} name={name} linkTo={linkTo} />
              ) : (
                <FieldValue resource={resource} name={name} />
              )}
            </DataTable.Col>
          );
        })}
        {hasActions && (
          <DataTable.Col label={translate('list.actions')} disableSort sx={actionsCell}>
            <RowActions resource={resource} rights={rights} linkTo={linkTo} />
          </DataTable.Col>
        )}
      </>
    );
  }, [resource, entity, columns, canSort, canSelect, hasActions, rights, linkTo, label, translate]);
}

function Table({ resource }: { resource: Resource }) {
  const { row } = resource;
  const hasActions = useHasRowActions(resource);
  const cells = useCells(resource, hasActions);
  const rowSx = useCallback((record: RaRecord) => (row.isUnread?.(record) ? unreadRow : readRow), [row]);
  const box = useRef<HTMLDivElement>(null);
  useScrollRestoration(box, `${resource.path}#rows`);
  return (
    // The sticky header must not hide the focused element (WCAG 2.2, 2.4.11).
    <Box ref={box} tabIndex={-1} sx={{ overflow: 'auto', flex: '0 1 auto', minHeight: 0, scrollPaddingTop: sizes.row }}>
      <FirstRows>
        <DataTable
          bulkActionButtons={false}
          rowClick={false}
          rowSx={rowSx}
          size="small"
          sx={{
            '& .MuiTableHead-root .MuiTableCell-root': {
              position: 'sticky',
              top: 0,
              zIndex: 2,
              bgcolor: 'background.default',
            },
            // A heading wraps before anything is cut.
            '& .MuiTableCell-head': { whiteSpace: 'normal', wordBreak: 'keep-all', lineHeight: 1.3 },
            '& .MuiTableCell-root': { px: { xs: 0.75, lg: 1.25 } },
            '& .MuiTableCell-root:last-of-type': hasActions
              ? {
                  position: 'sticky',
                  right: 0,
                  bgcolor: 'background.default',
                }
              : {},
            '& .MuiTableRow-hover:hover .MuiTableCell-root:last-of-type': {
              backgroundImage: ({ palette }) => `linear-gradient(${palette.action.hover}, ${palette.action.hover})`,
            },
          }}
        >
          {cells}
        </DataTable>
      </FirstRows>
    </Box>
  );
}

function alignOf({ kind }: Field): 'left' | 'right' {
  return kind === 'int' || kind === 'money' ? 'right' : 'left';
}

const first = 5;

/**
 * Renders the first rows at once, and after the first paint the others with all switches and actions; a placeholder
 * keeps their height.
 */
function FirstRows({ children }: { children: ReactNode }) {
  const list = useListContext();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const shown = useMemo(() => (isWhole ? list : { ...list, data: list.data?.slice(0, first) }), [isWhole, list]);
  const others = isWhole ? 0 : Math.max(0, (list.data?.length ?? 0) - first);
  return (
    <ListContextProvider value={shown as typeof list}>
      <FirstRowsContext value={!isWhole}>{children}</FirstRowsContext>
      {others > 0 && <Box sx={{ height: `calc(${others} * ${sizes.row})` }} />}
    </ListContextProvider>
  );
}
