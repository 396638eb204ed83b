import { rule as ruleEntity } from '../../contract/entities/rule.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import type { Handlers } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import { asTree } from '../engine/tree.ts';
import { contractRules, guardedBy, screenOfRule } from './contractRules.ts';
import { assertHolds } from './rights.ts';

type Values = Record<string, unknown>;

async function assertParent(db: Db, id: number | null, pid: unknown) {
  if (!pid) return;
  const parent = await db.selectFrom('rule').select('pid').where('id', '=', Number(pid)).executeTakeFirst();
  const children = id ? await db.selectFrom('rule').select('id').where('pid', '=', id).executeTakeFirst() : undefined;
  if (parent?.pid || children || pid === id) throw new InvalidInput({ pid: { key: 'rule_two_levels' } });
}

/** Every role with the rule would get the new screen too (docs/contract.md, "Requests and replies"). */
async function assertOwnScreen(db: Db, path: string, pid: unknown) {
  const screen = screenOfRule(path);
  const screenRule = screen
    ? await db.selectFrom('rule').select('id').where('path', '=', screen).executeTakeFirst()
    : undefined;
  if ((Number(pid) || null) !== (screenRule?.id ?? null))
    throw new InvalidInput({ pid: { key: 'rule_brought' } }, 'rule_brought');
}

const pathRefused = (key: 'grant_beyond' | 'rule_brought') => new InvalidInput({ path: { key } }, key);

export const ruleHandlers = {
  'base.admin/getRuleList': async (context) => {
    const rules = await lifecycle.readAll(context, ruleEntity);
    return asTree(
      rules.map((rule) => ({ ...rule, guards: guardedBy(rule.path ?? '') })),
      'sunList',
    );
  },

  'base.admin/getMissingRules': async ({ db }) => {
    const rules = await db.selectFrom('rule').select('path').execute();
    const there = new Set(rules.map(({ path }) => path));
    return contractRules()
      .filter(({ path }) => !there.has(path))
      .map(({ parent = '', ...rule }) => ({ ...rule, parent }));
  },

  'base.admin/create_rule': async (context, draft: Values) => {
    await assertParent(context.db, null, draft.pid);
    return lifecycle.create(context, ruleEntity, draft);
  },

  'base.admin/edit_rule': async (context, { id, ...changes }: Values & { id: number }) => {
    await assertParent(context.db, id, changes.pid);
    const rule = await lifecycle.lock(context, ruleEntity, id);
    if (changes.path !== undefined && changes.path !== rule.path) {
      // Changing the path of one's own rule would give one a right that one did not have.
      if (!context.admin?.isSuper) throw pathRefused('grant_beyond');
      if (guardedBy(rule.path ?? '') !== 'nothing') throw pathRefused('rule_brought');
    }
    if (
      changes.pid !== undefined &&
      (Number(changes.pid) || null) !== rule.pid &&
      guardedBy(rule.path ?? '') !== 'nothing'
    )
      await assertOwnScreen(context.db, rule.path ?? '', changes.pid);
    return lifecycle.update(context, ruleEntity, id, changes);
  },

  'base.admin/delete_rule': async (context, { rid }: { rid: number }) => {
    const rule = await lifecycle.lock(context, ruleEntity, rid);
    if (guardedBy(rule.path ?? '') !== 'nothing') throw new CallError('rule_brought');
    const child = await context.db.selectFrom('rule').select('id').where('pid', '=', rid).executeTakeFirst();
    if (child) throw new CallError('rule_has_children');
    await assertHolds(context, [rid]);
    await context.db.deleteFrom('role_rule_method').where('ref_id', '=', rid).execute();
    await lifecycle.remove(context, ruleEntity, rid);
  },
} satisfies Partial<Handlers>;
