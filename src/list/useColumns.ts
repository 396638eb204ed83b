import { type RaRecord, useListContext } from 'ra-core';
import type { Field } from '../../contract/fields.ts';
import { visibleColumns } from '../declaration/knownFields.ts';
import type { Resource } from '../declaration/resource.ts';
import { useSetting } from '../services/settings.ts';

const unshown = ['html', 'password', 'params', 'json'];

/** The declared columns of a list, then all other fields that a column can show. */
function possibleColumns(resource: Resource, rows: readonly RaRecord[]): string[] {
  const { entity } = resource;
  const { columns } = resource.list;
  const others = Object.keys(entity.fields).filter((name) => {
    const field = entity.fields[name] as Field;
    // The column title is shown instead.
    if (name === 'col_id' && 'column_title' in entity.fields) return false;
    // The status shows it.
    if (name === 'state' && 'status' in entity.fields) return false;
    return !columns.includes(name) && !unshown.includes(field.kind) && !field.heavy && !field.writeOnly;
  });
  return visibleColumns(resource, [...columns, ...others.filter((name) => name !== 'version')], rows);
}

/** The columns of a list as the administrator chose them. The record's name is always the first. */
export function useColumns(resource: Resource) {
  const [stored, store] = useSetting<string[] | undefined>(`${resource.name}.columns`);
  const { data: rows = [] } = useListContext();
  const possible = possibleColumns(resource, rows);
  const [first = '', ...declared] = visibleColumns(resource, resource.list.columns, rows);
  const others = stored?.filter((name) => possible.includes(name) && name !== first) ?? declared;
  return {
    columns: [first, ...others],
    possible,
    choose: (chosen: string[]) => store(chosen.filter((name) => name !== first)),
    reset: () => store(undefined),
    isOwn: stored !== undefined,
  };
}
