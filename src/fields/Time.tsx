import { Box } from '@mui/material';
import { useLocale } from 'ra-core';
import type { MouseEvent } from 'react';
import { localTime } from '../utils/format.ts';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** A time as `2026-11-21 09:30` in the browser's zone, with the relative time on hover. */
export function Time({ value, isRelative }: { value: string | null | undefined; isRelative?: boolean }) {
  const locale = useLocale();
  const date = value ? new Date(value) : undefined;
  if (!date || Number.isNaN(date.getTime())) return null;
  return (
    <Box
      component="time"
      dateTime={value ?? ''}
      title={isRelative ? localTime(date) : undefined}
      // `Intl.RelativeTimeFormat` is slow to create: only on hover.
      onMouseEnter={({ currentTarget }: MouseEvent<HTMLElement>) => {
        if (!isRelative) currentTarget.title = relative(date, locale);
      }}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {isRelative ? relative(date, locale) : localTime(date)}
    </Box>
  );
}

function relative(date: Date, locale: string): string {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second' as const, 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}
