import { useLocaleState } from 'ra-core';
import { useMemo } from 'react';

/** Numbers and days as the console's language writes them; a day is `2026-11-21`, and has no time zone. */
export function useFormats() {
  const [locale] = useLocaleState();
  return useMemo(() => {
    const number = new Intl.NumberFormat(locale);
    const day = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      return (iso: string) => format.format(new Date(`${iso}T00:00:00Z`));
    };
    return {
      number: (n: number) => number.format(n),
      day: day({ month: 'long', day: 'numeric', weekday: 'short' }),
      shortDay: day({ month: 'numeric', day: 'numeric' }),
      today: new Intl.DateTimeFormat(locale, { dateStyle: 'full' }),
    };
  }, [locale]);
}
