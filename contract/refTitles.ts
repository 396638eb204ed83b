import type { Field, Fields } from './fields.ts';

/** Where a record holds the titles of what it refers to. */
export const refTitlesName = 'ref_titles';

/** The titles of the records that one refers to: by their entity, then by their id. */
export type RefTitles = Record<string, Record<string, string>>;

/** Every reference of a record, those within its items too; `of` is the list that holds the items. */
export function referencesOf(fields: Fields): { name: string; entity: string; of?: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.of) return referencesOf(field.of).map((inner) => ({ ...inner, of: name }));
    return isReference(field) ? [{ name, entity: field.entity }] : [];
  });
}

const isReference = (field: Field): field is Field & { entity: string } =>
  field.kind.startsWith('ref') && Boolean(field.entity);
