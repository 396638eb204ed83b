import type { Field } from '../../../contract/fields.ts';
import { findOtherWithValue, freeSlug, lockAndMakeSlug } from '../write/uniqueValues.ts';
import type { KindRules } from './kindRules.ts';

/** Generated slugs of new contents may still be taken: they are inserted through `slugsIfFree`. */
export const slug: KindRules = {
  check: async (checked) => {
    const { name, value, draft, before } = checked;
    if (value) return { value };
    if (!before && checked.field.redirects) return { value: await lockAndMakeSlug(checked), skipsUniqueness: true };
    const current = name in draft ? '' : before?.[name];
    const isCurrentFree = current && (await findOtherWithValue(checked, current)) === undefined;
    return { value: isCurrentFree ? current : await freeSlug(checked), skipsUniqueness: true };
  },
  // One that is still missing, and one whose scope changes, in which it may be taken.
  isAlwaysChecked: ({ fields }, name, draft, before) => {
    if (!before || before[name] === '') return true;
    const { unique } = fields[name] as Field;
    return Array.isArray(unique) && unique.some((own) => own in draft && draft[own] !== before[own]);
  },
};
