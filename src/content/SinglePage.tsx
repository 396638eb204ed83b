import { Box } from '@mui/material';
import { useListContext } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Resource } from '../declaration/resource.ts';
import { FormAddress } from '../drafts/formDrafts.ts';
import { useListLink } from '../navigation/useListLink.ts';
import { RecordPanel } from '../screen/RecordPanel.tsx';
import { features } from '../services/services.ts';
import { sizes } from '../theme/index.ts';
import { SkeletonRows } from '../ui/states/SkeletonRows.tsx';

const stay = () => {};

/**
 * The one record of the chosen column, to be edited where a list would stand (docs/contract.md, "How the console behaves"); without a column,
 * the list of them.
 */
export function SinglePage({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { data, error, filterValues, isFetching } = useListContext();
  const { pathname } = useLocation();
  const [readFor, setReadFor] = useState<number>();
  const linkTo = useListLink(resource);
  const column = Number(filterValues.col_id ?? 0);
  const record = data?.find(({ col_id }) => col_id === column);
  if (!isFetching && readFor !== column) setReadFor(column);
  if (!column || (!record && (error || !isFetching))) return children;
  // A panel shows the same record.
  if (pathname !== linkTo().pathname) return null;
  // A back end without ids tells the record by this list alone: one that is kept from before is asked for once, by the list.
  const isKept = !features.has('ids') && readFor !== column;
  if (!record || isKept) return <SkeletonRows rows={8} height={sizes.formRow} />;
  const id = Number(record.id);
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        mx: { xs: -1, sm: -2 },
        mt: { sm: -2 },
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <FormAddress value={linkTo(id).pathname}>
        {/* The form stays when a page that was filled for the first time gets its id. */}
        <RecordPanel key={column} resource={resource} id={id} onClose={stay} />
      </FormAddress>
    </Box>
  );
}
