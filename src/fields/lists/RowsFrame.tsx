import { arrayMove } from '@dnd-kit/sortable';
import { Box, FormHelperText, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { type ReactNode, useId, useState } from 'react';
import { type FieldValues, get, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import type { InputProps } from '../../declaration/common.ts';
import { useInputLabel } from '../../declaration/useFieldLabel.ts';
import { features } from '../../services/services.ts';
import { labelStyle, sizes } from '../../theme/index.ts';

interface Props extends Pick<InputProps, 'field' | 'name' | 'label' | 'hint'> {
  rows: Rows;
  adding?: ReactNode;
  children: ReactNode;
}

export function RowsFrame({ field, name, label, hint, rows, adding, children }: Props) {
  const translate = useTranslate();
  const called = useInputLabel({ name, label });
  const id = useId();
  const isInvalid = rows.error !== undefined;
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={isInvalid ? `${id}-error` : hint && `${id}-hint`}
      // After a refused save the list takes the focus if the error is its own.
      data-invalid={isInvalid || undefined}
      tabIndex={-1}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        minWidth: 0,
        outline: 0,
        // Rows ask how wide their list is (wideList), not the window: beside a text it has a quarter of that.
        containerType: 'inline-size',
      }}
    >
      <Typography id={`${id}-label`} color={isInvalid ? 'error' : 'text.secondary'} sx={labelStyle}>
        {called}
        {field.required && <span aria-hidden="true">&thinsp;*</span>}
      </Typography>
      {rows.rows.length > 0 ? (
        children
      ) : (
        <Typography color="text.secondary">{translate(rows.isReadOnly ? 'list.none' : 'rows.empty')}</Typography>
      )}
      {hint && <FormHelperText id={`${id}-hint`}>{translate(hint)}</FormHelperText>}
      {isInvalid && (
        <FormHelperText id={`${id}-error`} error>
          <InputHelperText error={rows.error} />
        </FormHelperText>
      )}
      {!rows.isReadOnly && adding}
    </Box>
  );
}

/** Where the cells of a row stand beside each other. */
export const wideList = `@container (min-width: ${sizes.wideList})`;

type Row = Record<string, unknown>;

let made = 0;
const newId = () => `row-${++made}`;

/** `error`: a required list is empty, or the back end refused the list as a whole. */
export function useRows({ name, field, isReadOnly }: InputProps) {
  const translate = useTranslate();
  const { clearErrors, getValues } = useFormContext();
  const { errors } = useFormState({ name });
  const isNeeded = field.required && features.has('checks');
  const isFilled = (rows: unknown) =>
    !isNeeded || (Array.isArray(rows) && rows.length > 0) || translate('ra.validation.required');
  const array = useFieldArray<FieldValues, string>({ name, rules: { validate: isFilled } });
  // A reset of the form, as after a save, gives react-hook-form's rows other ids: they would be mounted anew, and the caret be gone.
  const [ids, setIds] = useState<string[]>([]);
  const { length } = array.fields;
  if (ids.length !== length) setIds(Array.from({ length }, (_, at) => ids[at] ?? newId()));
  const [announcement, setAnnouncement] = useState('');
  const error = get(errors, name) as { message?: string; root?: { message?: string } } | undefined;
  const changed =
    <A extends unknown[]>(change: (...given: A) => void) =>
    (...given: A) => {
      clearErrors(name);
      change(...given);
    };
  return {
    rows: ids,
    /** The current number, not the rendered one. */
    length: () => ((getValues(name) as Row[] | undefined) ?? []).length,
    valueOf: (at: number) => (getValues(`${name}.${at}`) ?? {}) as Row,
    add: changed((added: Row[]) => array.append(added, { shouldFocus: false })),
    remove: changed((at: number | number[]) => {
      const gone = [at].flat();
      array.remove(at);
      setIds((known) => known.filter((_, each) => !gone.includes(each)));
    }),
    move: changed((from: number, to: number) => {
      if (to < 0 || to >= length || from === to) return;
      array.move(from, to);
      setIds((known) => arrayMove(known, from, to));
      setAnnouncement(translate('rows.moved', { at: to + 1, n: length }));
    }),
    error: error?.root?.message ?? (typeof error?.message === 'string' ? error.message : undefined),
    /** For screen readers: where a row was moved. */
    announcement,
    isReadOnly,
  };
}
export type Rows = ReturnType<typeof useRows>;
