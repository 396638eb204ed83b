import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { type FieldValues, get, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import type { InputProps } from '../../declaration/common.ts';
import { features } from '../../services/services.ts';

type Row = Record<string, unknown>;

/**
 * The rows of a list within the form around it: added, removed and moved. A list that must not be empty says so, and so
 * does one that the back end refused as a whole.
 */
export function useRows({ name, field, isReadOnly }: InputProps) {
  const translate = useTranslate();
  const { clearErrors, getValues } = useFormContext();
  const { errors } = useFormState({ name });
  const isNeeded = field.required && features.has('checks');
  const isFilled = (rows: unknown) =>
    !isNeeded || (Array.isArray(rows) && rows.length > 0) || translate('ra.validation.required');
  const array = useFieldArray<FieldValues, string>({ name, rules: { validate: isFilled } });
  const [said, setSaid] = useState('');
  const error = get(errors, name) as { message?: string; root?: { message?: string } } | undefined;
  const changed =
    <A extends unknown[]>(change: (...given: A) => void) =>
    (...given: A) => {
      clearErrors(name);
      change(...given);
    };
  return {
    rows: array.fields.map(({ id }) => id),
    /** As it is now, not as it was drawn. */
    length: () => ((getValues(name) as Row[] | undefined) ?? []).length,
    valueOf: (at: number) => (getValues(`${name}.${at}`) ?? {}) as Row,
    add: changed((added: Row[]) => array.append(added, { shouldFocus: false })),
    remove: changed((at: number | number[]) => array.remove(at)),
    move: changed((from: number, to: number) => {
      if (to < 0 || to >= array.fields.length || from === to) return;
      array.move(from, to);
      setSaid(translate('rows.moved', { at: to + 1, n: array.fields.length }));
    }),
    /** What is wrong with the list itself, not with one of its values. */
    error: error?.root?.message ?? (typeof error?.message === 'string' ? error.message : undefined),
    /** Where a row has gone, for those who cannot see it. */
    said,
    isReadOnly,
  };
}
export type Rows = ReturnType<typeof useRows>;
