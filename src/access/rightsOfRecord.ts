import { publish } from '../../contract/calls/publishing.ts';
import type { Entity } from '../../contract/entity.ts';
import { ruleOf } from '../../contract/index.ts';
import type { Cell } from './rightsMatrix.ts';

/** What one does with a record, each with the rule that it takes. */
export function rightsOfRecord({ name, calls, fields }: Entity): [Cell, string][] {
  const rules: [Cell, string | undefined][] = [
    ['view', ruleOf(calls.list)],
    ['edit', calls.update && ruleOf(calls.update)],
    ['publish', fields.state && ruleOf(publish, { entity: name })],
    ['delete', calls.delete && ruleOf(calls.delete)],
  ];
  return rules.flatMap(([cell, rule]): [Cell, string][] => (rule ? [[cell, rule]] : []));
}
