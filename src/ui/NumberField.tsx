import { TextField, type TextFieldProps } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { readNumber, unreadableNumber } from '../utils/format.ts';

type Props = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: number | null;
  /** Is called with each number as it is typed: null for a blank, NaN for text that is no number. */
  onChange: (value: number | null) => void;
};

/**
 * A number outside of a record's form. While one types it shows what is typed, and then `value`; text that is no number stays,
 * where an input of numbers would make 15 of `1,5`.
 */
export function NumberField({ value, onChange, ...props }: Props) {
  const translate = useTranslate();
  const [typed, setTyped] = useState<string>();
  const wrong = typed === undefined ? undefined : unreadableNumber(typed);
  return (
    <TextField
      size="small"
      error={wrong !== undefined}
      helperText={wrong && translate(wrong)}
      {...props}
      value={typed ?? value ?? ''}
      onChange={({ target }) => {
        const number = readNumber(target.value);
        setTyped(target.value);
        onChange(typeof number === 'string' ? Number.NaN : number);
      }}
      onBlur={() => {
        if (!wrong) setTyped(undefined);
      }}
    />
  );
}
