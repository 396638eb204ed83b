import { Box } from '@mui/material';
import { RecordContextProvider, useListContext } from 'ra-core';
import { useRef } from 'react';
import { SelectBox } from '../bulk/SelectBox.tsx';
import { useBulkActions } from '../bulk/useBulkActions.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { useScrollRestoration } from '../ui/useScrollRestoration.ts';
import { isEmpty } from '../utils/values.ts';
import { FieldValue, NameCell } from './NameCell.tsx';
import { RowActions, useRowRights } from './RowActions.tsx';
import { useColumns } from './useColumns.ts';

/** Two short fields share a line; a longer one has its own line and is not cut. */
const cardField = { display: 'flex', gap: 1, flex: '1 1 auto', minWidth: 'calc(50% - 8px)', maxWidth: '100%' };
/** A label wraps before a value is cut. */
const cardLabel = {
  color: 'text.secondary',
  alignSelf: 'center',
  lineHeight: 1.25,
  wordBreak: 'keep-all',
  minWidth: 'min-content',
  flexShrink: 1000,
};

export function EntityCards({ resource }: { resource: Resource }) {
  const { data } = useListContext();
  const label = useFieldLabel(resource.name);
  const box = useRef<HTMLUListElement>(null);
  useScrollRestoration(box, `${resource.path}#rows`);
  const [first = '', ...others] = useColumns(resource).columns;
  const { canSelect } = useBulkActions(resource);
  const rights = useRowRights(resource);
  const linkTo = useListLink(resource);
  return (
    <Box
      component="ul"
      ref={box}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: ({ spacing }) => `repeat(auto-fill, minmax(min(100%, ${spacing(36)}), 1fr))`,
        minHeight: 0,
        overflowY: { sm: 'auto' },
      }}
    >
      {data?.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <Box
            component="li"
            sx={{
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              p: 1.5,
              minWidth: 0,
              ...(resource.row.isUnread?.(record) && { '& a, & dd': { fontWeight: 700 } }),
            }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, minWidth: 0 }}>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
                {canSelect && <SelectBox resource={resource} />}
                <NameCell resource={resource} name={first} linkTo={linkTo} isCard />
              </Box>
              <RowActions resource={resource} rights={rights} linkTo={linkTo} />
            </Box>
            <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
              {others
                .filter((name) => resource.record.displays?.[name] || !isEmpty(record[name]))
                .map((name) => (
                  <Box key={name} sx={cardField}>
                    <Box component="dt" sx={cardLabel}>
                      {label(name)}
                    </Box>
                    <Box
                      component="dd"
                      sx={{ m: 0, minHeight: 32, minWidth: 0, display: 'flex', alignItems: 'center' }}
                    >
                      <FieldValue resource={resource} name={name} />
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
