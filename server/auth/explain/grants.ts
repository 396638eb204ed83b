import { adminName } from '../../../contract/adminName.ts';
import type { ExplainStep } from '../../../contract/calls/explain.ts';
import { operationLog } from '../../../contract/entities/logs.ts';
import { generic } from '../../database/tables.ts';
import type { Caller } from '../../engine/callContext.ts';
import { nicknameSql } from '../../engine/nicknames.ts';
import { limitConditions } from '../../engine/withinLimits.ts';
import { mayCall } from '../rights.ts';

/** A role that was changed more often than this tells only of its latest changes. */
const maxChanges = 500;

/**
 * When and by whom a role was given its rules: from the operation log as far as the caller may read it. A rule is not found that was
 * given before the log begins, or by an upgrade.
 */
export async function withGrants(caller: Caller, roleId: number, steps: ExplainStep[]): Promise<ExplainStep[]> {
  if (!(await mayCall(caller, operationLog.calls.list))) return steps;
  const asked = steps.filter(({ step, why }) => step === 'rule' && (why === 'granted' || why === 'or_rule'));
  if (asked.length === 0) return steps;
  const { db } = caller;
  const rules = await db
    .selectFrom('rule')
    .select(['id', 'path'])
    .where(
      'path',
      'in',
      asked.map(({ rule }) => rule),
    )
    .execute();
  const changes = await changesOfRole(caller, roleId);
  const grantOf = (path: string) => {
    const id = rules.find((rule) => rule.path === path)?.id ?? 0;
    const latest = changes.find(({ before, after }) => before.includes(id) !== after.includes(id));
    return latest?.after.includes(id) ? { time: latest.time, by: latest.by } : {};
  };
  return steps.map((each) => (asked.includes(each) ? { ...each, ...grantOf(each.rule) } : each));
}

/** The rules of a role before and after each change of them, latest first. */
async function changesOfRole(caller: Caller, roleId: number) {
  const rows = await generic(caller.db)
    .selectFrom('operation_log')
    .select(['create_time', 'username', 'before', 'after', nicknameSql('operation_log').as('nickname')])
    .where('target', '=', 'role')
    .where('target_id', '=', roleId)
    .where('code', '=', 1)
    .where('after', 'like', '%"rule_method":%')
    .where((where) => where.and(limitConditions(caller, operationLog, where)))
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .limit(maxChanges)
    .execute();
  return rows.map((row) => ({
    time: String(row.create_time),
    by: adminName({ username: String(row.username), nickname: row.nickname }),
    before: rulesIn(row.before),
    after: rulesIn(row.after),
  }));
}

const rulesIn = (json: unknown): number[] => JSON.parse(String(json || '{}'))?.rule_method ?? [];
