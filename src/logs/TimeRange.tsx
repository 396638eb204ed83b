import { Box, MenuItem, TextField } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import { namedSelect } from '../namedSelect.ts';
import type { Resource } from '../resource.ts';
import { useChangeFilters } from '../screens/FilterChanges.tsx';
import { sizes } from '../theme/index.ts';
import { MomentField } from './MomentField.tsx';

/** The days of a preset, this one with them. */
const presets = { today: 1, week: 7, month: 30 } as const;
type Preset = keyof typeof presets;
const presetNames = Object.keys(presets) as Preset[];
const lastSecond = 59_000;

/** The midnight with which a preset begins. */
function begin(preset: Preset): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - presets[preset] + 1);
  return toIsoSeconds(day);
}

/** Narrows a list to the times between two: of the last days, or any. */
export function TimeRange({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name);
  const { dated = 'create_time' } = resource.entity;
  const name = dated === 'create_time' ? translate('log.time') : label(dated);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { from, to } = filterValues as { from?: string; to?: string };
  const [isOwn, setOwn] = useState(false);
  const preset = to ? undefined : presetNames.find((name) => begin(name) === from);
  const value = isOwn || (!preset && (from || to)) ? 'own' : (preset ?? '');
  const set = (range: { from?: string; to?: string }) => changeFilters({ from: undefined, to: undefined, ...range });
  const choose = (chosen: string) => {
    setOwn(chosen === 'own');
    if (chosen !== 'own') set(chosen ? { from: begin(chosen as Preset) } : {});
  };
  return (
    <Box role="group" aria-label={name} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <TextField
        select
        value={value}
        onChange={({ target }) => choose(target.value)}
        sx={{ width: 'auto', minWidth: { xs: sizes.filter, lg: 0 } }}
        slotProps={{
          select: {
            displayEmpty: true,
            renderValue: (shown) => `${name}: ${translate(`log.range.${shown || 'all'}`)}`,
            SelectDisplayProps: namedSelect(name),
          },
        }}
      >
        <MenuItem value="">{translate('log.range.all')}</MenuItem>
        {[...presetNames, 'own'].map((name) => (
          <MenuItem key={name} value={name}>
            {translate(`log.range.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      {value === 'own' && (
        <>
          <MomentField label={translate('log.from')} value={from} onChange={(time) => set({ to, from: time })} />
          <MomentField
            label={translate('log.to')}
            value={to}
            // All of its minute belongs to it.
            onChange={(time) => set({ from, to: time && toIsoSeconds(new Date(Date.parse(time) + lastSecond)) })}
          />
        </>
      )}
    </Box>
  );
}
