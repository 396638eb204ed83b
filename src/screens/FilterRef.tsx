import { MenuItem, TextField } from '@mui/material';
import { useGetRecordRepresentation, useListContext, useTranslate } from 'ra-core';
import { indentOf } from '../fields/indentOf.ts';
import { useAll } from '../fields/useAll.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';

/** Narrows a list to records that refer to one of another entity; a tree is indented. */
export function FilterRef({ resource, name }: { resource: Resource; name: string }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name)(name);
  const entity = resource.entity.fields[name]?.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const { filterValues, setFilters } = useListContext();
  const { data } = useAll(entity);
  const choose = (id: string) => setFilters({ ...filterValues, [name]: id === '' ? undefined : Number(id) }, []);
  const titleOf = (id: unknown) => {
    const row = data?.find((each) => each.id === Number(id));
    if (row) return nameOf(row);
    return id ? `#${id}` : translate('list.all');
  };
  return (
    <TextField
      select
      value={data ? (filterValues[name] ?? '') : ''}
      onChange={({ target }) => choose(target.value)}
      sx={{ width: { xs: 'calc(50% - 4px)', sm: 'auto' }, minWidth: sizes.filter, maxWidth: { sm: sizes.search } }}
      slotProps={{
        select: {
          displayEmpty: true,
          renderValue: () => `${label}: ${titleOf(filterValues[name])}`,
          SelectDisplayProps: { 'aria-label': label },
        },
      }}
    >
      <MenuItem value="">{translate('list.all')}</MenuItem>
      {data?.map((row) => (
        <MenuItem key={row.id} value={row.id}>
          {indentOf(row.level)}
          {nameOf(row)}
        </MenuItem>
      ))}
    </TextField>
  );
}
