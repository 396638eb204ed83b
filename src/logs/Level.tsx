import { useTranslate } from 'ra-core';
import { entryOf } from '../entryOf.ts';
import { StateChip } from '../fields/StateChip.tsx';
import type { ShowProps } from '../fields/shows.tsx';

const wants = { warn: 'attention', error: 'help' } as const;

/** How grave an entry of the run log is, in words; by colour where it is. */
export function Level({ name, record }: ShowProps) {
  const translate = useTranslate();
  const level = String(record[name] ?? '');
  const label = translate(`resources.run_log.choices.level.${level}`, { _: level });
  return <StateChip label={label} wants={entryOf(wants, level)} />;
}
