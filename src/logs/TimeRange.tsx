import { MenuItem, Popover, TextField, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { isSpanName, spanNames } from '../../dataProvider/timeSpan.ts';
import { localTime, readLocalEnd } from '../fields/localTime.ts';
import { labelledSelect } from '../labelledSelect.ts';
import type { Resource } from '../resource.ts';
import { useChangeFilters } from '../screens/LatestFiltersProvider.tsx';
import { useDatedName } from '../screens/useNarrowing.ts';
import { sizes } from '../theme/index.ts';
import { MomentField } from './MomentField.tsx';

/** ISO UTC. */
interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

/** The day of a time, without the year where that is this one, or that of the day told before. */
function shortDay(time: string, before?: string): string {
  const day = localTime(new Date(time)).slice(0, 10);
  const year = (before ? new Date(before) : new Date()).getFullYear();
  return day.startsWith(`${year}-`) ? day.slice(5) : day;
}

/** Narrows a list to the times between two: of the last days, or any. */
export function TimeRange({ resource }: { resource: Resource }) {
  const translate = useTranslate();
  const name = useDatedName(resource);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { from, to, range } = filterValues as Span & { range?: string };
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const named = isSpanName(range) ? range : undefined;
  const value = isOpen || (!named && (from || to)) ? 'own' : (named ?? '');
  const set = (span: Span & { range?: string }) =>
    changeFilters({ from: undefined, to: undefined, range: undefined, ...span });
  const choose = (chosen: string) => {
    if (chosen !== 'own') set(chosen ? { range: chosen } : {});
  };
  const words = () => {
    if (value !== 'own' || !(from || to)) return `${name}: ${translate(`log.range.${value || 'all'}`)}`;
    // Two days leave no room for the name: the filters keep their one line.
    if (from && to) return `${shortDay(from)} – ${shortDay(to, from)}`;
    return `${name}: ${translate(`log.range.${from ? 'since' : 'until'}`, { day: shortDay(from ?? to ?? '') })}`;
  };
  return (
    <>
      <TextField
        ref={box}
        select
        value={value}
        onChange={({ target }) => choose(target.value)}
        sx={{ width: 'auto', minWidth: { xs: sizes.filter, lg: 0 }, maxWidth: { sm: sizes.search } }}
        slotProps={{
          select: {
            displayEmpty: true,
            renderValue: words,
            SelectDisplayProps: labelledSelect(name),
          },
        }}
      >
        <MenuItem value="">{translate('log.range.all')}</MenuItem>
        {spanNames.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`log.range.${each}`)}
          </MenuItem>
        ))}
        {/* Chosen once more it opens again, which is no change of the select. */}
        <MenuItem value="own" onClick={() => setOpen(true)}>
          {translate('log.range.own')}
        </MenuItem>
      </TextField>
      <Popover
        open={isOpen}
        anchorEl={box.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { p: 2, mt: 0.5, width: sizes.search } } }}
      >
        <OwnSpan applied={{ from, to }} onApply={set} />
      </Popover>
    </>
  );
}

/**
 * Two times; where the second one is before the first, that is said, and the list stays as it is. What is typed here is
 * ahead of the list, which takes a moment to be asked for.
 */
function OwnSpan({ applied, onApply }: { applied: Span; onApply: (span: Span) => void }) {
  const translate = useTranslate();
  const [typed, setTyped] = useState<Span>();
  const [last, setLast] = useState<keyof Span>('to');
  const shown = typed ?? applied;
  const isReversed = ({ from, to }: Span) => Boolean(from && to && from > to);
  const change = (name: keyof Span) => (time: string | undefined) => {
    const next = { ...shown, [name]: time };
    setLast(name);
    setTyped(next);
    if (!isReversed(next)) onApply(next);
  };
  const error = (name: keyof Span) => (isReversed(shown) && last === name ? translate('log.reversed') : undefined);
  return (
    <>
      <MomentField
        label={translate('log.from')}
        value={shown.from}
        error={error('from')}
        autoFocus
        onChange={change('from')}
      />
      <MomentField
        label={translate('log.to')}
        value={shown.to}
        error={error('to')}
        read={readLocalEnd}
        onChange={change('to')}
      />
      <Typography variant="caption" color="text.secondary">
        {translate('log.rangeHint')}
      </Typography>
    </>
  );
}
