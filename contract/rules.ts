import type { Entity } from './entity.ts';
import { calls, findEntity, type RoutedCall, ruleOf } from './index.ts';

// Apart from the tables, because few screens of the console need it: it is not among the first scripts.

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
