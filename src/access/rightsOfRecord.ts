import { publish } from '../../contract/calls/publishing.ts';
import type { Entity } from '../../contract/entity.ts';
import { ruleOf, takesGenericCalls } from '../../contract/index.ts';
import type { Cell } from './rightsMatrix.ts';

/** An entity whose records can be asked about; administrators, roles and rules say themselves who may change them. */
export const asksOfRecords = (entity: Entity | undefined): Entity | undefined =>
  entity && takesGenericCalls(entity) && entity.menu?.group !== 'access' ? entity : undefined;

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
