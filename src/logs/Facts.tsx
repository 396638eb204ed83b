import { Box } from '@mui/material';
import { Fragment, type ReactNode } from 'react';

/** What is known, line by line: what it is, and beside it, or below it on a phone, its value. */
export function Facts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(6em, max-content) minmax(0, 1fr)' },
        columnGap: 3,
        rowGap: { xs: 0, sm: 1.25 },
      }}
    >
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <Box component="dt" sx={{ color: 'text.secondary', maxWidth: '12em', overflowWrap: 'anywhere' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, mb: { xs: 1.25, sm: 0 }, minWidth: 0 }}>
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}
