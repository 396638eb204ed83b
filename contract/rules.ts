import type { CallName, Entity } from './entity.ts';
import { calls, findEntity, type RoutedCall, ruleOf, takesGenericCalls } from './index.ts';

// These functions are not beside the contract's tables, so that the first scripts do not contain them.

/** The actions that rights allow. They are the columns of the matrix of rights. */
export const rightActions = ['view', 'create', 'edit', 'publish', 'delete', 'export'] as const;
export type RightAction = (typeof rightActions)[number];

export const actionOfCallName: Record<CallName | 'save', RightAction> = {
  list: 'view',
  all: 'view',
  create: 'create',
  update: 'edit',
  save: 'edit',
  delete: 'delete',
};

/** Whether one can ask who has a right on a record. Rows of other entities tell who may change them (`beyond`). */
export const canExplainRecords = (entity: Entity): boolean =>
  takesGenericCalls(entity) && entity.menu?.group !== 'access';

/**
 * Returns the call that a rule is named after and its parameter, `article` for `base.content/publish?entity=article`.
 */
export function parseRule(rule: string): Partial<RoutedCall> & { value: string } {
  const [path = '', , value = ''] = rule.split(/[?=]/);
  return { ...calls.get(path), value };
}

/** Returns the title of a call's rule in the product's first language; undefined for a screen's rule. */
export function titleOfRule(rule: string): string | undefined {
  const { call, value } = parseRule(rule);
  return call?.ruleByParam?.titles[value] ?? call?.title;
}

/** Returns the entity whose records a rule is about; undefined for a rule of several entities or of none. */
export function entityOfRule(rule: string): Entity | undefined {
  const { entity, value } = parseRule(rule);
  return entity ?? findEntity(value);
}

/**
 * Whoever is given a rule of a content model may also list its records. Returns the rule of that list; undefined for
 * any other rule, and for the list's rule itself.
 */
export function listRuleImpliedBy(rule: string): string | undefined {
  const content = entityOfRule(rule);
  const list = content?.model && ruleOf(content.calls.list);
  return list === rule ? undefined : list;
}
