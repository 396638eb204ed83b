import { Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ShowProps } from '../fields/shows.tsx';

/** Whether a call succeeded; of one that did not, its code. */
export function Result({ name, record }: ShowProps) {
  const translate = useTranslate();
  const isDone = record[name] === 1;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isDone ? 'success' : 'error'}
      label={translate(isDone ? 'log.done' : 'log.failed', { code: record[name] })}
    />
  );
}
