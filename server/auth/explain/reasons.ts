import type { ExplainStep } from '../../../contract/calls/explain.ts';
import { column } from '../../../contract/entities/column.ts';
import type { Entity } from '../../../contract/entity.ts';
import { contentEntities } from '../../../contract/index.ts';
import { columnFieldOf, isOwned } from '../../../contract/roleLimits.ts';
import { titleOfRule } from '../../../contract/rules.ts';
import { CallError } from '../../core/errors.ts';
import { type Db, generic } from '../../database/tables.ts';
import type { Caller, SignedIn } from '../../engine/callContext.ts';
import * as lifecycle from '../../engine/lifecycle.ts';
import { hasPublishedStatus } from '../../engine/list/timedState.ts';
import { limitNames, type StoredLimits } from '../../engine/roleLimits.ts';
import { withDescendants } from '../../engine/tree.ts';
import { assertColumnsWhole } from '../../engine/withinLimits.ts';
import { accountRefusal, type selectAccounts } from '../accountRefusal.ts';
import { mayPublish } from '../rights.ts';
import type { Question, Right } from './question.ts';

export interface RoleRow extends StoredLimits {
  id: number;
  title: string;
  built_in: number;
}

export const selectRoles = (db: Db) =>
  db.selectFrom('role').select(['role.id', 'role.title', 'role.built_in', ...limitNames]);

export const step = (
  name: ExplainStep['step'],
  isOk: boolean,
  why: string,
  more: Partial<ExplainStep> = {},
): ExplainStep => ({
  step: name,
  is_ok: isOk ? 1 : 0,
  why,
  rule: '',
  title: '',
  time: '',
  by: '',
  fields: [],
  ...more,
});

/** Whether a role has the rule of a right, by the same rules as the check of a call (`admit`). */
export function ruleStep(right: Right, isSuper: boolean, held: ReadonlySet<string>): ExplainStep {
  const { path, call, rules } = right;
  const rule = rules.find((each) => held.has(each));
  const why = () => {
    if (call?.access === 'public') return 'public';
    if (rules.length === 0) return 'signed_in';
    if (isSuper) return 'built_in';
    if (!rule) return 'missing';
    return rule === rules[0] ? 'granted' : 'or_rule';
  };
  const shown = rule ?? rules[0] ?? path;
  return step('rule', why() !== 'missing', why(), { rule: shown, title: titleOfRule(shown) ?? '' });
}

/**
 * Tells why this caller may do what is asked, or not. Nothing is decided here: rules come from the contract's table,
 * and for a record the engine and the checks of its writes are asked in this caller's name.
 * @param held the rules in question that the caller's role has
 */
export async function reasonsOf(
  caller: Caller & { admin: SignedIn },
  question: Question,
  held: ReadonlySet<string>,
): Promise<ExplainStep[]> {
  const { admin } = caller;
  const rules = question.rights.map((right) => ruleStep(right, admin.isSuper, held));
  return [...rules, ...(question.id ? await recordSteps(caller, question) : limitSteps(admin, question))].concat(
    fieldSteps(admin, question),
  );
}

export type Account = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number];

/** Returns why the account may not make all of these calls yet. */
export const firstRefusal = (account: Account, { rights }: Question) =>
  rights.map(({ path, call }) => accountRefusal(account, call?.path ?? path)).find((why) => why !== undefined);

export const isAllowed = (steps: readonly ExplainStep[]) => steps.every(({ is_ok }) => is_ok === 1);

/** Returns the limits within which a right is held. */
function limitSteps({ limits }: SignedIn, { entity, actions }: Question): ExplainStep[] {
  if (!entity || !limits) return [];
  const isOfOthers = [...actions].some((action) => action !== 'create');
  return [
    ...(limits.columns && columnFieldOf(entity) ? [step('columns', true, 'limit')] : []),
    ...(limits.owner !== undefined && isOwned(entity) && isOfOthers ? [step('own_only', true, 'limit')] : []),
  ];
}

async function recordSteps(caller: Caller & { admin: SignedIn }, question: Question): Promise<ExplainStep[]> {
  const { id } = question;
  const entity = question.entity as Entity;
  const { limits } = caller.admin;
  const sees = async (some: Partial<NonNullable<typeof limits>>) => {
    const admin = { ...caller.admin, limits: limits && { fields: limits.fields, ...some } };
    return (await lifecycle.read({ db: caller.db, admin }, entity, id)) !== undefined;
  };
  const { columns, owner } = limits ?? {};
  const steps: ExplainStep[] = [];
  if (columns && columnFieldOf(entity)) {
    const isWithin = await sees({ columns });
    steps.push(step('columns', isWithin, isWithin ? 'within' : 'outside'));
  }
  if (owner !== undefined && isOwned(entity)) {
    const isTheirs = await sees({ owner });
    steps.push(step('own_only', isTheirs, isTheirs ? 'own' : 'others'));
  }
  const record = await lifecycle.read(caller, entity, id);
  if (record) steps.push(step('record', true, 'found'), ...(await writeSteps(caller, question, record)));
  else if (isAllowed(steps)) steps.push(step('record', false, 'not_found'));
  return steps;
}

/** Returns what stops the writes of a record that the caller sees. */
async function writeSteps(
  caller: Caller & { admin: SignedIn },
  { entity, id, actions }: Question,
  record: object,
): Promise<ExplainStep[]> {
  const about = entity as Entity;
  const isLive = hasPublishedStatus(about, record as Record<string, unknown>);
  if (actions.has('edit') && isLive && !(await mayPublish(caller, about))) return [step('record', false, 'published')];
  if (actions.has('delete') && about.name === column.name) {
    try {
      await assertColumnsWhole(caller, contentEntities, await branchOf(caller.db, id));
    } catch (error) {
      if (error instanceof CallError && error.key === 'column_others') return [step('record', false, error.key)];
      throw error;
    }
  }
  return [];
}

/** Returns a column and those below it, which are deleted with it. */
const branchOf = async (db: Db, id: number) =>
  withDescendants(await db.selectFrom('column').select(['id', 'pid']).where('deleted_at', 'is', null).execute(), id);

/**
 * Returns the only administrator to whom a role that shows only own contents may give the right: who made the record,
 * or the contents that go with a column. Undefined if that makes no difference; 0 if nobody is known to have made it.
 */
export async function makerOf(
  db: Db,
  question: Question,
  record: Record<string, unknown>,
): Promise<number | undefined> {
  const { entity, id, actions } = question;
  if (entity && isOwned(entity)) return Number(record.admin_id ?? 0);
  if (entity?.name !== column.name || !actions.has('delete')) return undefined;
  const ids = await branchOf(db, id);
  for (const { name } of contentEntities.filter(isOwned)) {
    const contents = generic(db).selectFrom(name).select('admin_id').where('col_id', 'in', ids).limit(1);
    const found = await contents.executeTakeFirst();
    if (found) return Number(found.admin_id ?? 0);
  }
  return undefined;
}

const writes = ['create', 'edit', 'publish'] as const;

function fieldSteps({ limits }: SignedIn, { entity, actions }: Question): ExplainStep[] {
  const limited = Object.entries((entity && limits?.fields[entity.name]) ?? {});
  const isWrite = writes.some((action) => actions.has(action));
  const isShown = isWrite || actions.has('view') || actions.has('export');
  return (['hidden', 'read'] as const).flatMap((limit) => {
    const fields = limited.filter(([, each]) => each === limit).map(([name]) => name);
    return fields.length > 0 && (limit === 'hidden' ? isShown : isWrite)
      ? [step('fields', true, limit, { fields })]
      : [];
  });
}
