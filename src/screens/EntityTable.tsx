import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, IconButton, Link as MuiLink } from '@mui/material';
import { RecordContextProvider, useListContext, useRecordContext, useTranslate } from 'ra-core';
import { DataTable } from 'ra-ui-materialui';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Field } from '../../contract/fields.ts';
import { alignOf } from '../fields/alignOf.ts';
import { shows } from '../fields/shows.tsx';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import { useIsNarrow } from '../layout/useIsNarrow.ts';
import { useScrollKept } from '../layout/useScrollKept.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { FirstRows } from './FirstRows.tsx';
import { SkeletonRows } from './faces/SkeletonRows.tsx';
import { RowActions } from './RowActions.tsx';
import { useFolding } from './TreeRows.tsx';
import { useListLink } from './useListLink.ts';
import { useMoveKeys } from './useMove.ts';

/** The rows of a list: a table, or cards where the screen is narrow. */
export function EntityTable({ resource }: { resource: Resource }) {
  const { isPending } = useListContext();
  const isNarrow = useIsNarrow();
  if (isPending) return <SkeletonRows height={sizes.row} />;
  return isNarrow ? <Cards resource={resource} /> : <Table resource={resource} />;
}

/** The name takes the room that is left, and is cut where there is little. */
const nameCell = { width: '99%', minWidth: 200, maxWidth: 0 };
const alignments = {
  left: {},
  right: { textAlign: 'right', '& .MuiTableSortLabel-root': { flexDirection: 'row-reverse' } },
};

function Table({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const isTree = useFolding() !== undefined;
  const { entity, list } = resource;
  const box = useRef<HTMLDivElement>(null);
  useScrollKept(box, `${resource.path}#rows`);
  return (
    // What has the focus is not hidden by the header that stays (WCAG 2.2, 2.4.11).
    <Box ref={box} tabIndex={-1} sx={{ overflow: 'auto', flex: '0 1 auto', minHeight: 0, scrollPaddingTop: sizes.row }}>
      <FirstRows>
        <DataTable
          bulkActionButtons={false}
          rowClick={false}
          size="small"
          sx={{
            // The actions stay in view where the columns need more room than there is.
            '& .MuiTableHead-root .MuiTableCell-root': {
              position: 'sticky',
              top: 0,
              zIndex: 2,
              bgcolor: 'background.default',
            },
            '& .MuiTableCell-root:last-of-type': { position: 'sticky', right: 0, bgcolor: 'background.default' },
          }}
        >
          {list.map((name, at) => {
            const field = entity.fields[name] as Field;
            return (
              <DataTable.Col
                key={name}
                source={name}
                label={label(name)}
                disableSort={!field.sortable || isTree}
                sx={at === 0 ? nameCell : alignments[alignOf(field)]}
              >
                {at === 0 ? <NameCell resource={resource} name={name} /> : <Shown field={field} name={name} />}
              </DataTable.Col>
            );
          })}
          <DataTable.Col
            label={translate('list.actions')}
            disableSort
            sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}
          >
            <RowActions resource={resource} />
          </DataTable.Col>
        </DataTable>
      </FirstRows>
    </Box>
  );
}

function Shown({ field, name }: { field: Field; name: string }) {
  const record = useRecordContext();
  const Show = shows[field.kind];
  return record ? <Show field={field} name={name} record={record} /> : null;
}

/** The record's name: a link that opens it; in a tree, indented and with a button that folds what is below. */
function NameCell({ resource, name }: { resource: Resource; name: string }) {
  const translate = useTranslate();
  const record = useRecordContext();
  const folding = useFolding();
  const linkTo = useListLink(resource);
  const onKeyDown = useMoveKeys(record);
  if (!record) return null;
  const id = Number(record.id);
  const title = String(record[name]) || `#${id}`;
  const isFolded = folding?.isFolded(id);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0, pl: folding ? Number(record.depth) * 3 : 0 }}>
      {folding && (
        <IconButton
          size="small"
          aria-label={`${translate(isFolded ? 'list.expand' : 'list.collapse')} ${title}`}
          aria-expanded={!isFolded}
          onClick={() => folding.toggle(id)}
          sx={{ visibility: record.below ? 'visible' : 'hidden' }}
        >
          {isFolded ? <ChevronRight fontSize="small" /> : <ExpandMore fontSize="small" />}
        </IconButton>
      )}
      <MuiLink
        component={Link}
        to={linkTo(id)}
        onKeyDown={onKeyDown}
        underline="hover"
        title={title}
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 500 }}
      >
        {title}
      </MuiLink>
    </Box>
  );
}

function Cards({ resource }: { resource: Resource }) {
  const { data } = useListContext();
  const label = useFieldLabel(resource.name);
  const [first = '', ...others] = resource.list;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {data?.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, minWidth: 0 }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, minWidth: 0 }}>
              <NameCell resource={resource} name={first} />
              <RowActions resource={resource} />
            </Box>
            <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 2 }}>
              {others.map((name) => (
                <Box key={name} sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
                  <Box component="dt" sx={{ color: 'text.secondary', alignSelf: 'center', whiteSpace: 'nowrap' }}>
                    {label(name)}
                  </Box>
                  <Box component="dd" sx={{ m: 0, minHeight: 32, minWidth: 0, display: 'flex', alignItems: 'center' }}>
                    <Shown field={resource.entity.fields[name] as Field} name={name} />
                  </Box>
                </Box>
              ))}
            </Box>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
