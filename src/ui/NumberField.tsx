import { TextField, type TextFieldProps } from '@mui/material';
import type { Validator } from 'ra-core';
import { useEffect, useEffectEvent, useState } from 'react';
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
  const report = (text: string) => {
    const read = problemOf(text) ? Number.NaN : (readNumber(text) as number | null);
    setTyped({ text, value: read });
    onChange(read);
  };
  // Another field may have changed the limits.
  const isRight = isWrong && text !== undefined && problemOf(text) === undefined;
  const takeRight = useEffectEvent(() => text !== undefined && report(text));
  useEffect(() => {
    if (isRight) takeRight();
  }, [isRight]);
  return (
    <TextField
      size="small"
      {...props}
      error={isWrong || error}
      helperText={(isWrong && problemOf(text ?? '')) || helperText}
      value={text ?? value ?? ''}
      onChange={({ target }) => report(target.value)}
      onBlur={() => {
        if (!isWrong) setTyped(undefined);
      }}
    />
  );
}
