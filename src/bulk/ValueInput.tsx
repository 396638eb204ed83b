import { MenuItem, TextField } from '@mui/material';
import { useGetRecordRepresentation, useTranslate } from 'ra-core';
import { hasAll } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { indentOf } from '../fields/indentOf.ts';
import { RecordSearch } from '../fields/RecordSearch.tsx';
import { useAll } from '../fields/useAll.ts';
import { useFieldLabel } from '../fields/useFieldLabel.ts';
import { isAmong } from '../fields/useFits.ts';
import type { Resource } from '../resource.ts';
import { useFilterChoices } from '../screens/useFilterChoices.ts';

interface Props {
  resource: Resource;
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Takes the one value that many records get. */
export function ValueInput(props: Props) {
  const { kind, entity = '' } = props.resource.entity.fields[props.name] as Field;
  if (kind === 'int') return <Whole {...props} />;
  if (kind !== 'ref') return <Choice {...props} />;
  return hasAll(entities[entity as EntityName]) ? <Reference {...props} /> : <SearchedReference {...props} />;
}

function Whole({ resource, name, value, onChange }: Props) {
  const label = useFieldLabel(resource.name)(name);
  return (
    <TextField
      type="number"
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      slotProps={{ htmlInput: { step: 1 } }}
      fullWidth
    />
  );
}

function Choice({ resource, name, value, onChange }: Props) {
  const label = useFieldLabel(resource.name)(name);
  const choices = useFilterChoices(resource)(name);
  return (
    <TextField select label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)} fullWidth>
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

function SearchedReference({ resource, name, value, onChange }: Props) {
  const label = useFieldLabel(resource.name)(name);
  const { entity = '', where, required } = resource.entity.fields[name] as Field;
  return (
    <RecordSearch
      entity={entity}
      value={value ? [Number(value)] : []}
      // 0 of a reference is none.
      onChange={([id]) => onChange(id ?? (required ? undefined : 0))}
      fits={(row) => isAmong(where, row)}
      narrowing={where}
      input={{ label, fullWidth: true }}
    />
  );
}

function Reference({ resource, name, value, onChange }: Props) {
  const translate = useTranslate();
  const label = useFieldLabel(resource.name)(name);
  const { entity = '', where, required } = resource.entity.fields[name] as Field;
  const nameOf = useGetRecordRepresentation(entity);
  const { data } = useAll(entity);
  const rows = data?.filter((row) => isAmong(where, row)) ?? [];
  return (
    <TextField
      select
      label={label}
      value={data ? (value ?? '') : ''}
      onChange={({ target }) => onChange(Number(target.value))}
      fullWidth
    >
      {!required && <MenuItem value={0}>{translate('list.none')}</MenuItem>}
      {rows.map((row) => (
        <MenuItem key={row.id} value={row.id}>
          {indentOf(row.level)}
          {nameOf(row)}
        </MenuItem>
      ))}
    </TextField>
  );
}
