import { useTranslate } from 'ra-core';
import { fullAdminName } from '../../contract/adminName.ts';
import { operationLog } from '../../contract/entities/logs.ts';
import type { ShowProps } from '../declaration/common.ts';
import { resource } from '../declaration/resource.ts';
import { listFields } from '../fields/listFields.tsx';
import { BatchMark } from '../logs/BatchMark.tsx';
import { LaterLogFilters } from '../logs/LaterLogFilters.ts';
import { LoggedTarget } from '../logs/LoggedTarget.tsx';
import { useOperationName } from '../logs/useOperationName.ts';
import { lazyComponent, withTexts } from '../ui/lazyComponent.tsx';
import { StateChip } from '../ui/StateChip.tsx';

export const operationLogResource = resource(operationLog, {
  list: {
    columns: ['title', 'target', 'username', 'ip', 'code', 'cost_ms', 'create_time'],
    filters: ['username', 'path'],
    Filters: LaterLogFilters,
  },
  row: { useNameOf: useOperationName, NameAdornment: BatchMark },
  record: {
    displays: { title: OperationName, username: LoggedAdmin, target: LoggedTarget, code: Result },
    Detail: lazyComponent(() =>
      withTexts(import('../logs/OperationDetail.tsx').then((module) => module.OperationDetail)),
    ),
  },
});

export function OperationName({ record }: ShowProps) {
  return <>{useOperationName()(record)}</>;
}

/** Both names: whoever has a nickname chose it freely, and the log must tell who it was. */
export function LoggedAdmin({ record, ...props }: ShowProps) {
  const { username = '', nickname } = record;
  const Text = listFields.text;
  return <Text {...props} record={{ ...record, username: fullAdminName({ username, nickname }) }} />;
}

/** Whether a call succeeded, else its code; empty if the back end does not send it. */
export function Result({ name, record }: ShowProps) {
  const translate = useTranslate();
  const code = record[name] ?? undefined;
  if (code === undefined) return null;
  const isDone = code === 1;
  const label = translate(isDone ? 'log.done' : 'log.failed', { code });
  return <StateChip label={label} severity={isDone ? undefined : 'error'} />;
}
