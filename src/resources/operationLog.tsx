import { operationLog } from '../../contract/entities/logs.ts';
import { later } from '../later.tsx';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { LoggedTarget } from '../logs/LoggedTarget.tsx';
import { Result } from '../logs/Result.tsx';
import { resource } from '../resource.ts';

export const operationLogResource = resource(operationLog, {
  list: ['title', 'target', 'username', 'ip', 'code', 'cost_ms', 'create_time'],
  filters: ['username', 'path'],
  Filters: LaterLogFilters,
  form: {},
  shows: { target: LoggedTarget, code: Result },
  Detail: later(() => import('../logs/OperationDetail.tsx').then((module) => module.OperationDetail)),
});
