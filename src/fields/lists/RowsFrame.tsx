import { Box, FormHelperText, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import { type ReactNode, useId } from 'react';
import type { InputProps } from '../../declaration/common.ts';
import { useInputLabel } from '../../declaration/useFieldLabel.ts';
import { labelStyle } from '../../theme/index.ts';
import type { Rows } from './useRows.ts';

interface Props extends Pick<InputProps, 'field' | 'name' | 'label'> {
  rows: Rows;
  /** Adds rows; not there where nothing may be changed. */
  adding?: ReactNode;
  children: ReactNode;
}

/** A list in a form: its label, its rows or that there are none, what is wrong with it, and how one adds to it. */
export function RowsFrame({ field, name, label, rows, adding, children }: Props) {
  const translate = useTranslate();
  const called = useInputLabel({ name, label });
  const id = useId();
  const isInvalid = rows.error !== undefined;
  return (
    <Box
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={isInvalid ? `${id}-error` : undefined}
      // A refused form brings one here where the list itself is wrong.
      data-invalid={isInvalid || undefined}
      tabIndex={-1}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0, outline: 0 }}
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
      {isInvalid && (
        <FormHelperText id={`${id}-error`} error>
          <InputHelperText error={rows.error} />
        </FormHelperText>
      )}
      {!rows.isReadOnly && adding}
    </Box>
  );
}
