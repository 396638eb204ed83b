import { useTranslate } from 'ra-core';
import { runLog } from '../../contract/entities/logs.ts';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { Code } from '../fields/detailFields.tsx';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { StateChip } from '../ui/StateChip.tsx';
import { entryOf } from '../utils/values.ts';

export const runLogResource = resource(runLog, {
  list: {
    columns: ['message', 'level', 'event', 'request_id', 'create_time'],
    filters: ['level', 'event', 'request_id'],
    Filters: LaterLogFilters,
  },
  record: { displays: { level: Level, stack: Code } },
});

const severities = { warn: 'warning', error: 'error' } as const;

export function Level({ name, record }: ShowProps) {
  const translate = useTranslate();
  const level = String(record[name] ?? '');
  const label = translate(`resources.run_log.choices.level.${level}`, { _: level });
  return <StateChip label={label} severity={entryOf(severities, level)} />;
}
