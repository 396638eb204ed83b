import { Box } from '@mui/material';
import type { ShowProps } from '../fields/shows.tsx';
import { sizes } from '../theme/index.ts';

/** The beginning of what someone wrote: as much of it as there is room for. */
export function MessageLine({ name, record }: ShowProps) {
  const text = String(record[name] ?? '').replace(/\s+/g, ' ');
  return (
    <Box
      component="span"
      title={text}
      sx={{
        display: 'block',
        width: { md: sizes.messageLine },
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {text}
    </Box>
  );
}
