import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';

interface Props {
  /** The facts by the i18n key of their labels. Undefined ones are left out. */
  facts: Record<string, ReactNode>;
  gridArea?: string;
}

export function FactList({ facts, gridArea }: Props) {
  const translate = useTranslate();
  return (
    <Box
      component="dl"
      sx={{ gridArea, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5, m: 0 }}
    >
      {Object.entries(facts)
        .filter(([, fact]) => fact !== undefined)
        .map(([label, fact]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {translate(label)}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
              {fact}
            </Box>
          </Box>
        ))}
    </Box>
  );
}
