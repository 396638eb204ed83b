import { TextField, type TextFieldProps } from '@mui/material';
import type { Validator } from 'ra-core';
import { useState } from 'react';
import { readNumber } from '../utils/format.ts';
import { useNumberProblem } from './useNumberProblem.ts';

type Props = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: number | null;
  /** Is called with each number as it is typed: null for a blank, NaN for what is no number or none that is valid. */
  onChange: (value: number | null) => void;
  validate?: Validator[];
};

/**
 * A number outside of a record's form. While one types it shows what is typed, and then `value`; what is wrong stays as long as
 * `value` is NaN, where an input of numbers would make 15 of `1,5`.
 */
export function NumberField({ value, onChange, validate, error, helperText, ...props }: Props) {
  const problemOf = useNumberProblem(validate);
  const [typed, setTyped] = useState<string>();
  const isWrong = Number.isNaN(value);
  const isShownAsTyped = typed !== undefined && (isWrong || problemOf(typed) === undefined);
  return (
    <TextField
      size="small"
      {...props}
      error={isWrong || error}
      helperText={(isWrong && problemOf(typed ?? '')) || helperText}
      value={isShownAsTyped ? typed : (value ?? '')}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(problemOf(target.value) ? Number.NaN : (readNumber(target.value) as number | null));
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined);
      }}
    />
  );
}
