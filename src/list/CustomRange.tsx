import { Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { MomentField } from '../fields/MomentField.tsx';
import { readLocalEnd } from '../utils/format.ts';

/** Both ends are ISO UTC. */
export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Two times. Where the second is before the first, the field says so and the list keeps its filter. What is typed is stored
 * here too, because the list renders a new filter only later.
 */
export function CustomRange({ applied, onApply }: { applied: DateRange; onApply: (range: DateRange) => void }) {
  const translate = useTranslate();
  const [typed, setTyped] = useState<DateRange>();
  const [last, setLast] = useState<keyof DateRange>('to');
  const shown = typed ?? applied;
  const isReversed = ({ from, to }: DateRange) => Boolean(from && to && from > to);
  const change = (name: keyof DateRange) => (time: string | undefined) => {
    const next = { ...shown, [name]: time };
    setLast(name);
    setTyped(next);
    if (!isReversed(next)) onApply(next);
  };
  const error = (name: keyof DateRange) => (isReversed(shown) && last === name ? translate('log.reversed') : undefined);
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
