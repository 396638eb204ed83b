import type { RaRecord } from 'ra-core';
import { isRecord } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import { type RefTitles, referencesOf, refTitlesName } from '../../contract/fields.ts';
import { type EntityName, entities } from '../../contract/index.ts';

/**
 * A row may hold a referenced record beside its id: an administrator `role: { id, title }` beside `groupId` (console.md section 3). Its title
 * is shown even if the list of such records cannot be read. `rows` are changed in place.
 */
export function addNestedTitles({ fields }: Entity, rows: RaRecord[]): void {
  const references = referencesOf(fields).filter(({ of }) => of === undefined);
  for (const row of rows) {
    for (const { name, entity } of references) {
      const record = row[entity];
      const title = isRecord(record) && record.id === row[name] && record[entities[entity as EntityName].label];
      if (!title) continue;
      const titles: RefTitles | undefined = row[refTitlesName];
      row[refTitlesName] = { ...titles, [entity]: { [row[name]]: String(title), ...titles?.[entity] } };
    }
  }
}
