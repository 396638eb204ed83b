import { useTranslate } from 'ra-core';
import { runLog } from '../../contract/entities/logs.ts';
import { entryOf } from '../entryOf.ts';
import type { ShowProps } from '../fields/common.ts';
import { Code } from '../fields/plain.tsx';
import { StateChip } from '../fields/StateChip.tsx';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { resource } from '../resource.ts';

export const runLogResource = resource(runLog, {
  list: ['message', 'level', 'event', 'request_id', 'create_time'],
  filters: ['level', 'event', 'request_id'],
  Filters: LaterLogFilters,
  form: {},
  shows: { level: Level, stack: Code },
});

const wants = { warn: 'attention', error: 'help' } as const;

/** How grave an entry of the run log is, in words; by colour where it is. */
export function Level({ name, record }: ShowProps) {
  const translate = useTranslate();
  const level = String(record[name] ?? '');
  const label = translate(`resources.run_log.choices.level.${level}`, { _: level });
  return <StateChip label={label} wants={entryOf(wants, level)} />;
}
