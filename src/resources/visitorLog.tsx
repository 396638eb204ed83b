import { visitorLog } from '../../contract/entities/logs.ts';
import { resource } from '../declaration/resource.ts';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';

export const visitorLogResource = resource(visitorLog, {
  list: {
    columns: ['url', 'title', 'ip', 'region', 'device', 'os', 'browser', 'duration', 'create_time'],
    filters: ['device', 'ip', 'os', 'browser'],
    Filters: LaterLogFilters,
  },
});
