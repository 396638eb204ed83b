import { Box, MenuItem, Popover, TextField } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { Suspense, useRef, useState } from 'react';
import { dateRangePresets, isDateRangePreset } from '../../dataProvider/resolveDateRange.ts';
import type { Resource } from '../declaration/resource.ts';
import { sizes } from '../theme/index.ts';
import { labelledSelect } from '../ui/a11y.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { localTime } from '../utils/format.ts';
import type { DateRange } from './CustomRange.tsx';
import { useChangeFilters } from './LatestFiltersProvider.tsx';
import { useDatedName } from './useActiveFilters.ts';

const CustomRange = lazyComponent(() => import('./CustomRange.tsx').then((module) => module.CustomRange));

/** The day of a time, without its year if that is the year of `start`, or this year if there is no start. */
function shortDay(time: string, start?: string): string {
  const day = localTime(new Date(time)).slice(0, 10);
  const year = (start ? new Date(start) : new Date()).getFullYear();
  return day.startsWith(`${year}-`) ? day.slice(5) : day;
}

export function TimeRange({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const name = useDatedName(resource);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { from, to, range } = filterValues as DateRange & { range?: string };
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  const preset = isDateRangePreset(range) ? range : undefined;
  const value = isOpen || (!preset && (from || to)) ? 'custom' : (preset ?? '');
  const set = (filter: DateRange & { range?: string }) =>
    changeFilters({ from: undefined, to: undefined, range: undefined, ...filter });
  const choose = (chosen: string) => {
    if (chosen !== 'custom') set(chosen ? { range: chosen } : {});
  };
  const renderValue = () => {
    if (value !== 'custom' || !(from || to)) return `${name}: ${translate(`log.range.${value || 'all'}`)}`;
    // The name of the field is left out, because it would not fit on the line of filters.
    if (from && to) return `${shortDay(from)} – ${shortDay(to, from)}`;
    return `${name}: ${translate(`log.range.${from ? 'since' : 'until'}`, { day: shortDay(from ?? to ?? '') })}`;
  };
  return (
    <>
      <TextField
        ref={anchor}
        select
        value={value}
        onChange={({ target }) => choose(target.value)}
        sx={{ width: 'auto', minWidth: { xs: sizes.filter, lg: 0 }, maxWidth: { sm: sizes.search } }}
        slotProps={{
          select: {
            displayEmpty: true,
            renderValue,
            SelectDisplayProps: labelledSelect(name),
          },
        }}
      >
        <MenuItem value="">{translate('log.range.all')}</MenuItem>
        {dateRangePresets.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`log.range.${each}`)}
          </MenuItem>
        ))}
        {/* `onClick`, because choosing the option that is already chosen is no change but must open the popover. */}
        <MenuItem value="custom" onClick={() => setOpen(true)}>
          {translate('log.range.custom')}
        </MenuItem>
      </TextField>
      <Popover
        open={isOpen}
        anchorEl={anchor.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { p: 2, mt: 0.5, width: sizes.search } } }}
      >
        <Suspense fallback={<Box sx={{ height: sizes.customRange }} />}>
          <CustomRange applied={{ from, to }} onApply={set} />
        </Suspense>
      </Popover>
    </>
  );
}
