import { runLog } from '../../contract/entities/logs.ts';
import { Code } from '../fields/plain.tsx';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { Level } from '../logs/Level.tsx';
import { resource } from '../resource.ts';

export const runLogResource = resource(runLog, {
  list: ['message', 'level', 'event', 'request_id', 'create_time'],
  filters: ['level', 'event', 'request_id'],
  Filters: LaterLogFilters,
  form: {},
  shows: { level: Level, stack: Code },
});
