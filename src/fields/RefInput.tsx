import { MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
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
import type { Field } from '../../contract/fields.ts';
import { dataProvider } from '../services.ts';

/** All records of an entity, for choosing one. */
export function useAll(entity: string) {
  return useQuery({ queryKey: [entity, 'getAll'], queryFn: () => dataProvider.getAll(entity), staleTime: 10_000 });
}

interface Props {
  source: string;
  reference: Field;
  validate: Validator[];
}

/** A reference, chosen from all records of its entity that it may point to; a tree is indented. */
export function RefInput({ source, reference, validate }: Props) {
  const translate = useTranslate();
  const entity = reference.entity ?? '';
  const nameOf = useGetRecordRepresentation(entity);
  const resource = useResourceContext();
  const record = useRecordContext();
  const { data } = useAll(entity);
  const { id, field, fieldState, isRequired } = useInput({
    source,
    validate,
    format: (value: number | null) => value ?? '',
    parse: (value: unknown) => (value === '' ? null : Number(value)),
  });
  const isOwnTree = resource === entity;
  const rows = withoutBranch(data ?? [], isOwnTree ? record : undefined).filter((row) => matches(row, reference.where));
  return (
    <TextField
      {...field}
      id={id}
      select
      // Until the choices are there, no value can be one of them.
      value={data ? field.value : ''}
      label={<FieldTitle source={source} resource={resource} isRequired={isRequired} />}
      error={fieldState.invalid}
      helperText={fieldState.invalid && <InputHelperText error={fieldState.error?.message} />}
      slotProps={{ select: { displayEmpty: true } }}
    >
      <MenuItem value="" disabled={isRequired}>
        {isOwnTree ? translate('form.top') : translate('list.none')}
      </MenuItem>
      {rows.map((row) => (
        <MenuItem key={row.id} value={row.id}>
          {'\u3000'.repeat(Math.max(0, Number(row.level ?? 1) - 1))}
          {nameOf(row)}
        </MenuItem>
      ))}
    </TextField>
  );
}

const matches = (row: RaRecord, where: Field['where']) =>
  Object.entries(where ?? {}).every(([name, value]) => row[name] === value);

/** Rows in tree order without a record and all that stands below it: nothing hangs under itself. */
function withoutBranch(rows: RaRecord[], own: RaRecord | undefined): RaRecord[] {
  const start = own ? rows.findIndex((row) => row.id === own.id) : -1;
  if (start < 0) return rows;
  const level = Number(rows[start]?.level);
  const length = rows.slice(start + 1).findIndex((row) => Number(row.level) <= level);
  const end = length < 0 ? rows.length : start + 1 + length;
  return [...rows.slice(0, start), ...rows.slice(end)];
}
