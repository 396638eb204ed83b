import { checkParams } from './contentParams.ts';
import type { KindRules } from './kindRules.ts';

/** The values of a column's content parameters, or of a single page's own. */
export const params: KindRules = {
  check: async ({ db, entity, name, value, draft, before }) => {
    const owner = { ...before, ...draft };
    const paramOwner = { cid: owner.col_id, sid: entity.calls.create ? 0 : Number(before?.id ?? 0) };
    const { values, errors } = await checkParams(db, paramOwner, value as Record<string, unknown> | undefined);
    const named = Object.entries(errors).map(([param, error]) => [`${name}.${param}`, error]);
    return named.length > 0 ? { errors: Object.fromEntries(named) } : { value: values };
  },
  // A record that moves to another column must fit that column's parameters.
  isAlwaysChecked: ({ calls }, _name, draft, before) =>
    before ? 'col_id' in draft && draft.col_id !== before.col_id : calls.create !== undefined,
  // Missing parameters come from the record and are checked too, because a new column may require others.
  valueToCheck: (_field, sent, stored) => sent ?? stored,
};
