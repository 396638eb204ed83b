import { Box, MenuItem, TextField } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import { namedSelect } from '../namedSelect.ts';
import type { Resource } from '../resource.ts';
import { sizes } from '../theme/index.ts';
import { Afterwards } from './Afterwards.tsx';
import { useChangeFilters } from './FilterChanges.tsx';

interface Props {
  resource: Resource;
  name: string;
  /** None where they are not known yet. */
  choices?: { value: string | number; label: string }[];
  /** What it is set to, where no choice says it. */
  otherwise?: string;
}

const width = {
  width: { xs: 'calc(50% - 4px)', sm: 'auto' },
  minWidth: { xs: sizes.filter, lg: 0 },
  maxWidth: { sm: sizes.search },
};

/** One filter above a list, with what it is set to; the first choice is all. */
export function FilterChoice({ resource, name, choices = [], otherwise }: Props) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name)(name);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const all = translate('list.all');
  const current = filterValues[name];
  const chosen = choices.find(({ value }) => String(value) === String(current));
  const shown = `${label}: ${chosen?.label.trim() ?? otherwise ?? all}`;
  return (
    <Afterwards
      room={
        <Box sx={{ ...width, height: sizes.input, pl: 1.75, pr: 4, visibility: 'hidden', overflow: 'hidden' }}>
          {shown}
        </Box>
      }
    >
      <TextField
        select
        value={chosen?.value ?? ''}
        onChange={({ target }) => changeFilters({ [name]: target.value === '' ? undefined : target.value })}
        sx={width}
        slotProps={{
          select: { displayEmpty: true, renderValue: () => shown, SelectDisplayProps: namedSelect(label) },
        }}
      >
        <MenuItem value="">{all}</MenuItem>
        {choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.label}
          </MenuItem>
        ))}
      </TextField>
    </Afterwards>
  );
}
