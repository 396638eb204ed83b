import { isRecord } from '../../contract/codecs.ts';
import { role as roleEntity } from '../../contract/entities/role.ts';
import { findEntity } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { type FieldLimits, fieldLimits, limitableFields } from '../../contract/roleLimits.ts';
import { listRuleImpliedBy } from '../../contract/rules.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import { nonEmpty } from '../database/statements.ts';
import type { Db } from '../database/tables.ts';
import type { Caller, Handlers, SignedIn } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { limitNames, limitsBeyond } from '../engine/roleLimits.ts';
import { assertDemandKept, demandOfRole } from './accountRefusal.ts';
import { assertHolds, assertMayGrant, rolesBeyond } from './rights.ts';
import { endViewsOf } from './session.ts';

type Values = Record<string, unknown>;

/**
 * Adds the rules that others imply. Granting a call grants its screen too (docs/contract.md, "Requests and replies"),
 * and whoever may write a content model's records may list them, because replies to writes tell of the record.
 */
async function withImplied(db: Db, draft: Values): Promise<Values & { rule_method?: number[] }> {
  const given = draft.rule_method as number[] | undefined;
  if (!given?.length) return draft;
  const all = await db.selectFrom('rule').select(['id', 'pid', 'path']).execute();
  const rules = all.filter(({ id }) => given.includes(id));
  const lists = new Set(rules.map(({ path }) => listRuleImpliedBy(path ?? '')));
  const implied = all.filter(({ id, path }) => rules.some(({ pid }) => pid === id) || lists.has(path ?? ''));
  const rule_method = new Set([...given, ...implied.map(({ id }) => id)]);
  return { ...draft, rule_method: [...rule_method].sort((one, other) => one - other) };
}

const maxColumns = 1000;

/**
 * @param id of an existing role, whose other limits stay
 * @throws InvalidInput at columns that do not exist, at fields that cannot be limited, at what goes beyond the caller's
 * own limits
 */
async function assertLimits({ db, admin }: Caller, draft: Values, id?: number): Promise<void> {
  const columns = draft.columns ?? [];
  const isId = (each: unknown) => Number.isSafeInteger(each) && Number(each) > 0;
  if (!Array.isArray(columns) || columns.length > maxColumns || !columns.every(isId))
    throw new InvalidInput({ columns: { key: 'field_kind' } });
  if (!isRecord(draft.field_limits ?? {})) throw new InvalidInput({ field_limits: { key: 'field_kind' } });
  for (const [name, fields] of Object.entries((draft.field_limits ?? {}) as FieldLimits)) {
    const entity = findEntity(name);
    const known = entity ? limitableFields(entity) : [];
    const isLimit = ([field, limit]: [string, unknown]) =>
      known.includes(field) && fieldLimits.includes(limit as never);
    if (!isRecord(fields) || !Object.entries(fields).every(isLimit))
      throw new InvalidInput({ field_limits: { key: 'field_choice' } });
  }
  const before = await db
    .selectFrom('role')
    .select(limitNames)
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  const json = (name: 'columns' | 'field_limits') =>
    name in draft ? JSON.stringify(draft[name] ?? null) : (before?.[name] ?? null);
  const own_only = Number(draft.own_only ?? before?.own_only ?? 0);
  const limits = { columns: json('columns'), own_only, field_limits: json('field_limits') };
  const beyond = limitsBeyond(admin as SignedIn, limits).map((name) => [name, { key: 'limits_beyond' as const }]);
  if (beyond.length > 0) throw new InvalidInput(Object.fromEntries(beyond), 'limits_beyond');
  // This comes last, so that nobody learns whether a column beyond their own limits exists.
  const found = await db.selectFrom('column').select('id').where('id', 'in', nonEmpty(columns, 0)).execute();
  if (columns.some((each) => !found.some((column) => column.id === each)))
    throw new InvalidInput({ columns: { key: 'field_no_record' } });
}

async function assertNotBuiltIn(db: Db, id: number) {
  const role = await db.selectFrom('role').select('built_in').where('id', '=', id).executeTakeFirst();
  if (role?.built_in) throw new CallError('role_built_in');
}

/** These can be changed in the built-in role too. */
const secondFactorFields = ['factor', 'factor_days', 'version'];

/** Whether an edit changes only these. It also sends title and rules as they are, because console.md requires them. */
async function isOfFactorAlone(context: Caller, id: number, changes: Values): Promise<boolean> {
  const others = Object.keys(changes).filter((name) => !secondFactorFields.includes(name));
  const role: Values | undefined = await lifecycle.read(context, roleEntity, id);
  return others.every((name) => JSON.stringify(changes[name]) === JSON.stringify(role?.[name]));
}

/** The days count from when the demand is made. If it ends and is made again, they begin anew. */
async function updateFactorSince(db: Db, id: number): Promise<void> {
  const role = db.updateTable('role').where('id', '=', id);
  await role
    .set({ factor_since: toIsoSeconds(new Date()) })
    .where('factor', '=', 1)
    .where('factor_since', 'is', null)
    .execute();
  await role.set({ factor_since: null }).where('factor', '=', 0).execute();
}

async function adminsByRole(db: Db) {
  const counts = await db
    .selectFrom('admin')
    .select((select) => ['groupId', select.fn.countAll().as('n')])
    .groupBy('groupId')
    .execute();
  return new Map(counts.map(({ groupId, n }) => [groupId, Number(n)]));
}

export const roleHandlers = {
  'base.admin/getRoleList': async (context) => {
    const { db, admin } = context;
    const roles = await lifecycle.readAll(context, roleEntity);
    const [admins, beyond] = [await adminsByRole(db), await rolesBeyond(db, admin as SignedIn)];
    return roles.map((role) => ({ ...role, admins: admins.get(role.id) ?? 0, beyond: Number(beyond.has(role.id)) }));
  },

  'base.admin/create_role': async (context, draft: Values) => {
    const whole = await withImplied(context.db, draft);
    await assertHolds(context, whole.rule_method ?? [], 'rule_method');
    await assertLimits(context, draft);
    const created = await lifecycle.create(context, roleEntity, whole);
    await updateFactorSince(context.db, created.id);
    return created;
  },

  'base.admin/edit_role': async (context, { id, ...changes }: Values & { id: number }) => {
    if (!(await isOfFactorAlone(context, id, changes))) await assertNotBuiltIn(context.db, id);
    await assertMayGrant(context, id);
    const whole = await withImplied(context.db, changes);
    await assertHolds(context, whole.rule_method ?? [], 'rule_method');
    await assertLimits(context, changes, id);
    const before = await demandOfRole(context.db, id);
    const saved = await lifecycle.update(context, roleEntity, id, whole);
    const { roleId, isSuper } = context.admin as SignedIn;
    if (id === roleId && !isSuper) assertDemandKept(before, await demandOfRole(context.db, id), 'factor');
    await updateFactorSince(context.db, id);
    return saved;
  },

  'base.admin/delete_role': async (context, { rid }: { rid: number }) => {
    await assertNotBuiltIn(context.db, rid);
    await assertMayGrant(context, rid);
    const admins = (await adminsByRole(context.db)).get(rid);
    if (admins) throw new CallError('role_in_use', {}, { holds: { admin: admins } });
    await endViewsOf(context.db, { view_role: rid });
    await lifecycle.remove(context, roleEntity, rid);
  },
} satisfies Partial<Handlers>;
