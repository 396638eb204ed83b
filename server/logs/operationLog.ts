import { operationLog as operationLogEntity } from '../../contract/entities/logs.ts';
import { findEntity } from '../../contract/index.ts';
import type { Row } from '../database/tables.ts';
import type { Caller } from '../engine/callContext.ts';
import type { Feature } from '../engine/hooks.ts';
import { nicknameSql } from '../engine/nicknames.ts';
import { withoutHidden } from '../engine/withinLimits.ts';

type Values = Record<string, unknown>;

/** The operation log names administrators as they are called today, and tells nothing of fields that the reader does not see. */
export const operationLog: Feature = {
  name: 'operationLog',
  isAbout: ({ name }) => name === operationLogEntity.name,
  derived: { nickname: () => nicknameSql('operation_log') },
  readable: async (caller, _entity, rows) => hideLogged(caller, rows),
};

/** A write may change fields that whoever made it does not see: a move clears the category. Programs read of others' writes too. */
function hideLogged(caller: Caller, rows: Row[]): void {
  for (const row of rows) {
    const target = findEntity(row.target);
    if (!target) continue;
    for (const name of ['params', 'before', 'after'])
      if (row[name]) row[name] = withoutHidden(caller, target, row[name] as Values);
  }
}
