import { Box, MenuItem, TextField } from '@mui/material';
import {
  FieldTitle,
  type RaRecord,
  useGetRecordRepresentation,
  useInput,
  useRecordContext,
  useResourceContext,
  useTranslate,
  type Validator,
} from 'ra-core';
import { InputHelperText } from 'ra-ui-materialui';
import type { ComponentType } from 'react';
import type { Field } from '../../contract/fields.ts';
import { indentOf } from './indentOf.ts';
import { useAll } from './useAll.ts';
import { useContentModel } from './useContentModel.ts';
import { useClearedMisfit, useFits } from './useFits.ts';
import { useForbiddenHint } from './useForbiddenHint.ts';
import { useToldTitle } from './useRefTitle.ts';
import { withoutBranch } from './withoutBranch.ts';

interface Props {
  source: string;
  label?: string;
  reference: Field;
  validate: Validator[];
  readOnly?: boolean;
  /** The records that are offered. */
  only?: (row: RaRecord) => boolean;
  /** Why a record that is offered cannot be chosen. */
  refusal?: (row: RaRecord) => string | undefined;
  /** What is said where none is chosen. */
  none?: string;
  /** How a record is shown among the others, where its name is not enough. */
  Choice?: ComponentType<{ row: RaRecord }>;
}

/** A reference, chosen from all records of its entity that it may point to; a tree is indented. */
export function RefInput({
  source,
  label,
  reference,
  validate,
  readOnly,
  only = every,
  refusal = nothing,
  none,
  Choice,
}: Props) {
  const translate = useTranslate();
  const entity = reference.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const resource = useResourceContext();
  const record = useRecordContext();
  const fits = useFits(reference);
  const { data, isForbidden } = useAll(entity, { ...fits.wanted, type: useContentModel(resource) });
  const hint = useForbiddenHint(entity, isForbidden);
  // In each row of a list it would be said again and again.
  const isInRow = source.includes('.');
  const toldTitle = useToldTitle(entity);
  const { id, field, fieldState, isRequired } = useInput({
    source,
    validate,
    format: (value: number | null) => value ?? '',
    parse: (value: unknown) => (value === '' ? null : Number(value)),
  });
  const isOwnTree = resource === entity;
  const choices = isOwnTree && record ? withoutBranch(data ?? [], record.id, source) : (data ?? []);
  const rows = choices.filter((row) => fits(row) && only(row));
  useClearedMisfit({ field, rows: data && rows, fits: fits.by });
  // What is stored is seen and kept, also where it is gone or would not be offered.
  const isOffered = !field.value || rows.some((row) => row.id === field.value);
  const unset = none ?? translate(isOwnTree ? 'form.top' : isRequired ? 'form.choose' : 'list.none');
  // Without the indent that it has among the others.
  const renderValue = (value: unknown) => {
    const row = data?.find(({ id }) => id === value);
    if (row) return nameOf(row);
    const told = value ? toldTitle(record, Number(value)) : undefined;
    if (told !== undefined) return told;
    if (!data && !isForbidden) return '\u00a0';
    if (value) return `#${value}`;
    return isOwnTree ? unset : <Box sx={{ color: 'text.secondary' }}>{unset}</Box>;
  };
  return (
    <TextField
      {...field}
      id={id}
      select
      label={<FieldTitle label={label} source={source} resource={resource} isRequired={isRequired} />}
      error={fieldState.invalid}
      helperText={
        fieldState.invalid ? <InputHelperText error={fieldState.error?.message} /> : isInRow ? undefined : hint
      }
      disabled={readOnly || isForbidden}
      slotProps={{ select: { displayEmpty: true, renderValue } }}
    >
      <MenuItem value="" disabled={isRequired}>
        {unset}
      </MenuItem>
      {!isOffered && <MenuItem value={field.value}>{renderValue(field.value)}</MenuItem>}
      {rows.map((row) => (
        <MenuItem key={row.id} value={row.id} disabled={refusal(row) !== undefined}>
          {indentOf(row.level)}
          {Choice ? <Choice row={row} /> : nameOf(row)}
          {refusal(row) && ` (${refusal(row)})`}
        </MenuItem>
      ))}
    </TextField>
  );
}

const every = () => true;
const nothing = () => undefined;
