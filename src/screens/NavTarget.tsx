import { Box, Link } from '@mui/material';
import { RefName } from '../fields/RefName.tsx';
import type { ShowProps } from '../fields/shows.tsx';

/** Where a navigation entry leads: to its column, by title, or else to its own link. */
export function NavTarget({ record }: ShowProps) {
  if (record.col_id) return <RefName entity="column" id={record.col_id} />;
  const url = String(record.url ?? '');
  if (!url) return null;
  return (
    <Box
      component="span"
      sx={{ display: 'block', maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {/^https?:/.test(url) ? (
        <Link href={url} target="_blank" rel="noreferrer" underline="hover" title={url}>
          {url}
        </Link>
      ) : (
        <span title={url}>{url}</span>
      )}
    </Box>
  );
}
