import type { CallName, Entity } from './entity.ts';
import { calls, findEntity, type RoutedCall, ruleOf, takesGenericCalls } from './index.ts';

// Apart from the tables, because few screens of the console need it: it is not among the first scripts.

/** What rights let one do: the columns of the matrix of rights. */
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

/** Whether records of the entity can be asked about. Rows of the others say themselves who may change them (`beyond`). */
export const canExplainRecords = (entity: Entity): boolean =>
  takesGenericCalls(entity) && entity.menu?.group !== 'access';

/** The call that a rule is named after and, of `base.content/publish?entity=article`, the value `article`. */
export function parseRule(rule: string): Partial<RoutedCall> & { value: string } {
  const [path = '', , value = ''] = rule.split(/[?=]/);
  return { ...calls.get(path), value };
}

/** What the rule of a call is called in the product's first language; undefined for a screen's. */
export function titleOfRule(rule: string): string | undefined {
  const { call, value } = parseRule(rule);
  return call?.ruleByParam?.titles[value] ?? call?.title;
}

/** The entity whose records a rule is about; undefined for a rule of several or of none. */
export function entityOfRule(rule: string): Entity | undefined {
  const { entity, value } = parseRule(rule);
  return entity ?? findEntity(value);
}

/** Whoever is given a rule of a content model may also list its records. Undefined for any other rule, and for that itself. */
export function listRuleImpliedBy(rule: string): string | undefined {
  const content = entityOfRule(rule);
  const list = content?.model && ruleOf(content.calls.list);
  return list === rule ? undefined : list;
}
