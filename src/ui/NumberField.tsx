import { TextField, type TextFieldProps } from '@mui/material';
import type { Validator } from 'ra-core';
import { useState } from 'react';
import { readNumber } from '../utils/numbers.ts';
import { useNumberProblem } from './useNumberProblem.ts';

type Props = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: number | null;
  /** Is called with each number as it is typed: null for a blank, NaN for text that is no valid number. */
  onChange: (value: number | null) => void;
  validate?: Validator[];
};

/**
 * A number outside of a record's form. Shows what is typed while it is typed, then `value`. Text that is no valid number stays
 * until `value` is set by something else. A text input, because an input of numbers would turn `1,5` into 15.
 */
export function NumberField({ value, onChange, validate, error, helperText, ...props }: Props) {
  const problemOf = useNumberProblem(validate);
  const [typed, setTyped] = useState<{ text: string; value: number | null }>();
  const isWrong = Number.isNaN(value);
  const text = typed && (typed.value === null || Object.is(typed.value, value)) ? typed.text : undefined;
  return (
    <TextField
      size="small"
      {...props}
      error={isWrong || error}
      helperText={(isWrong && problemOf(text ?? '')) || helperText}
      value={text ?? value ?? ''}
      onChange={({ target }) => {
        const read = problemOf(target.value) ? Number.NaN : (readNumber(target.value) as number | null);
        setTyped({ text: target.value, value: read });
        onChange(read);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(undefined);
      }}
    />
  );
}
