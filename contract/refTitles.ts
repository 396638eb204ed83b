import type { Field, Fields } from './fields.ts';

/** The property of a record that contains the titles of its references. */
export const refTitlesName = 'ref_titles';

/** Titles of referenced records: by entity, then by id. */
export type RefTitles = Record<string, Record<string, string>>;

/** Every reference field, also within items; `of` is then the field of the items. */
export function referencesOf(fields: Fields): { name: string; entity: string; of?: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.of) return referencesOf(field.of).map((inner) => ({ ...inner, of: name }));
    return isReference(field) ? [{ name, entity: field.entity }] : [];
  });
}

const isReference = (field: Field): field is Field & { entity: string } =>
  field.kind.startsWith('ref') && Boolean(field.entity);
