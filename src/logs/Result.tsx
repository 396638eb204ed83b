import { useTranslate } from 'ra-core';
import { StateChip } from '../fields/StateChip.tsx';
import type { ShowProps } from '../fields/shows.tsx';

/** Whether a call succeeded; of one that did not, its code. Nothing where the back end does not tell. */
export function Result({ name, record }: ShowProps) {
  const translate = useTranslate();
  const code = record[name] ?? undefined;
  if (code === undefined) return null;
  const isDone = code === 1;
  const label = translate(isDone ? 'log.done' : 'log.failed', { code });
  return <StateChip label={label} wants={isDone ? undefined : 'help'} />;
}
