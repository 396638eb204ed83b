import { Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ShowProps } from '../fields/shows.tsx';

/** Whether an advertisement is shown now, and if not, why. */
export function AdState({ record }: ShowProps) {
  const translate = useTranslate();
  const state = record.live ? 'live' : !record.status ? 'off' : isAhead(record.start_time) ? 'waiting' : 'over';
  return (
    <Chip
      size="small"
      variant={state === 'live' ? 'filled' : 'outlined'}
      color={state === 'live' ? 'success' : 'default'}
      label={translate(`ad.${state}`)}
    />
  );
}

const isAhead = (time: string | null) => Boolean(time) && Date.parse(String(time)) > Date.now();
