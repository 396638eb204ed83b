import { Box, MenuItem, TextField } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { readLocalEnd } from '../fields/localTime.ts';
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

/** From the midnight with which a preset begins to the last second of today: what is dated may lie ahead. */
function span(preset: Preset): { from: string; to: string } {
  const from = new Date();
  from.setHours(0, 0, 0, 0);
  from.setDate(from.getDate() - presets[preset] + 1);
  const to = new Date();
  to.setHours(23, 59, 59, 0);
  return { from: toIsoSeconds(from), to: toIsoSeconds(to) };
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
  const preset = presetNames.find((name) => span(name).from === from && span(name).to === to);
  const value = isOwn || (!preset && (from || to)) ? 'own' : (preset ?? '');
  const set = (range: { from?: string; to?: string }) => changeFilters({ from: undefined, to: undefined, ...range });
  const choose = (chosen: string) => {
    setOwn(chosen === 'own');
    if (chosen !== 'own') set(chosen ? span(chosen as Preset) : {});
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
            read={readLocalEnd}
            onChange={(time) => set({ from, to: time })}
          />
        </>
      )}
    </Box>
  );
}
