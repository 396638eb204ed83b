import { Box, Link } from '@mui/material';
import type { ShowProps } from '../declaration/common.ts';
import { RefTitle } from '../fields/RefTitle.tsx';

/** Where a navigation entry leads: to its column, by title, or else to its own link. */
export function NavTarget({ record }: ShowProps) {
  const url = String(record.url ?? '');
  return (
    <Box
      component="span"
      sx={{ display: 'block', maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {record.col_id ? <RefTitle entity="column" id={record.col_id} /> : <Address url={url} />}
    </Box>
  );
}

const Address = ({ url }: { url: string }) =>
  /^https?:/.test(url) ? (
    <Link href={url} target="_blank" rel="noreferrer" underline="hover" title={url}>
      {url}
    </Link>
  ) : (
    <span title={url}>{url}</span>
  );
