import { Box, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useWatch } from 'react-hook-form';
import type { InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';
import { features } from '../services/services.ts';
import { shownWidths, textWidth } from './textWidth.ts';

/** A text with a meter: how much of it search engines show. */
const metered = (most: number) => (props: InputProps) => (
  <Box>
    <InputOf {...props} />
    <Meter text={String(useWatch({ name: props.name }) ?? '')} most={most} />
  </Box>
);

export const MeteredTitle = metered(shownWidths.title);
export const MeteredDescription = metered(shownWidths.description);

function Meter({ text, most }: { text: string; most: number }) {
  const translate = useTranslate();
  const n = textWidth(text.trim());
  if (n === 0 || !features.offers({ extension: 'seo' })) return null;
  const isCut = n > most;
  const length = translate('seo.length', { n, most, wide: Math.ceil(n / 2), maxWide: most / 2 });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.5 }}>
      <LinearProgress
        aria-hidden
        variant="determinate"
        color={isCut ? 'warning' : 'primary'}
        value={Math.min(100, (100 * n) / most)}
        sx={{ flex: 1, borderRadius: 1 }}
      />
      <Typography variant="caption" color={isCut ? 'warning.main' : 'text.secondary'} noWrap>
        {isCut ? translate('seo.cut', { length }) : length}
      </Typography>
    </Box>
  );
}
