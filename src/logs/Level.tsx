import { Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { entryOf } from '../entryOf.ts';
import type { ShowProps } from '../fields/shows.tsx';

const colors = { debug: 'default', info: 'info', warn: 'warning', error: 'error' } as const;

/** How grave an entry of the run log is, in words and by colour. */
export function Level({ name, record }: ShowProps) {
  const translate = useTranslate();
  const level = String(record[name] ?? '');
  return (
    <Chip
      size="small"
      variant="outlined"
      color={entryOf(colors, level) ?? 'default'}
      label={translate(`resources.run_log.choices.level.${level}`, { _: level })}
    />
  );
}
