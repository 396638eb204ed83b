import { Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ShowProps } from '../fields/shows.tsx';

/** Whether a call succeeded; of one that did not, its code. Nothing where the back end does not tell. */
export function Result({ name, record }: ShowProps) {
  const translate = useTranslate();
  const code = record[name] ?? undefined;
  if (code === undefined) return null;
  const isDone = code === 1;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isDone ? 'success' : 'error'}
      label={translate(isDone ? 'log.done' : 'log.failed', { code })}
    />
  );
}
