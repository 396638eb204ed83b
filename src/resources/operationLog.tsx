import { operationLog } from '../../contract/entities/logs.ts';
import { later } from '../later.tsx';
import { Deed } from '../logs/Deed.tsx';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { LoggedTarget } from '../logs/LoggedTarget.tsx';
import { Result } from '../logs/Result.tsx';
import { useDeed } from '../logs/useDeed.ts';
import { resource } from '../resource.ts';

export const operationLogResource = resource(operationLog, {
  list: ['title', 'target', 'username', 'ip', 'code', 'cost_ms', 'create_time'],
  filters: ['username', 'path'],
  Filters: LaterLogFilters,
  form: {},
  useNameOf: useDeed,
  shows: { title: Deed, target: LoggedTarget, code: Result },
  Detail: later(() => import('../logs/OperationDetail.tsx').then((module) => module.OperationDetail)),
});
