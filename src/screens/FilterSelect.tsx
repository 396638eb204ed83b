import { Box, MenuItem, TextField } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { Afterwards } from './Afterwards.tsx';
import { useFilterChoices } from './useFilterChoices.ts';

const width = { width: { xs: 'calc(50% - 4px)', sm: 'auto' }, minWidth: sizes.filter };

/** One filter above a list, with what it is set to. */
export function FilterSelect({ resource, name }: { resource: Resource; name: string }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name)(name);
  const { filterValues, setFilters } = useListContext();
  const choices = useFilterChoices(resource)(name);
  const labelOf = (value: unknown) => choices.find((choice) => choice.value === value)?.label ?? translate('list.all');
  const room = (
    <Box sx={{ ...width, height: sizes.input, pl: 1.75, pr: 4, visibility: 'hidden' }}>
      {`${label}: ${labelOf(filterValues[name])}`}
    </Box>
  );
  return (
    <Afterwards room={room}>
      <TextField
        select
        value={filterValues[name] ?? ''}
        onChange={({ target }) =>
          setFilters({ ...filterValues, [name]: target.value === '' ? undefined : target.value }, [])
        }
        sx={width}
        slotProps={{
          select: {
            displayEmpty: true,
            renderValue: (value) => `${label}: ${labelOf(value)}`,
            SelectDisplayProps: { 'aria-label': label },
          },
        }}
      >
        <MenuItem value="">{translate('list.all')}</MenuItem>
        {choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.label}
          </MenuItem>
        ))}
      </TextField>
    </Afterwards>
  );
}
