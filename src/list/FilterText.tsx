import { TextField } from '@mui/material';
import { useListContext } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel } from '../declaration/useFieldLabel.ts';
import { sizes } from '../theme/index.ts';
import { useChangeFilters } from './LatestFiltersProvider.tsx';

/** Narrows a list to records that hold just this text, or number; taken when one leaves the field or presses Enter. */
export function FilterText({ resource, name }: { resource: Resource; name: string }) {
  const label = useFieldLabel(resource.name)(name);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const current = String(filterValues[name] ?? '');
  const [text, setText] = useState(current);
  useEffect(() => setText(current), [current]);
  const isNumber = resource.entity.fields[name]?.kind === 'int';
  const take = () => {
    const wanted = text.trim();
    if (wanted === current || (isNumber && wanted && !/^\d+$/.test(wanted))) return;
    changeFilters({ [name]: wanted === '' ? undefined : isNumber ? Number(wanted) : wanted });
  };
  return (
    <TextField
      type="search"
      value={text}
      placeholder={label}
      onChange={({ target }) => setText(target.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      sx={{ width: { xs: 'calc(50% - 4px)', sm: sizes.filter } }}
      slotProps={{ htmlInput: { 'aria-label': label, maxLength: 100 } }}
    />
  );
}
