import { MenuItem, TextField } from '@mui/material';
import { useGetRecordRepresentation, useTranslate } from 'ra-core';
import { hasAll } from '../../contract/entity.ts';
import type { Field } from '../../contract/fields.ts';
import { type EntityName, entities } from '../../contract/index.ts';
import { useHasNoTopLevel } from '../auth/useMay.ts';
import type { Resource } from '../declaration/resource.ts';
import { useFieldLabel, useFilterChoices } from '../declaration/useFieldLabel.ts';
import { validatorsOf } from '../declaration/validators.ts';
import { ChoiceSelect } from '../fields/ChoiceSelect.tsx';
import { RecordSearch } from '../fields/RecordSearch.tsx';
import { useAll } from '../fields/useAll.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { matchesWhere } from '../ui/useFits.ts';
import { integerKeyboard } from '../utils/numbers.ts';

interface Props {
  resource: Resource;
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

export function ValueInput(props: Props) {
  const { kind, entity = '' } = props.resource.entity.fields[props.name] as Field;
  if (kind === 'int') return <Int {...props} />;
  if (kind !== 'ref') return <Choice {...props} />;
  return hasAll(entities[entity as EntityName]) ? <Reference {...props} /> : <SearchedReference {...props} />;
}

function Int({ resource, name, value, onChange }: Props) {
  const label = useFieldLabel(resource.name)(name);
  const field = resource.entity.fields[name] as Field;
  return (
    <NumberField
      label={label}
      value={typeof value === 'number' ? value : null}
      slotProps={{ htmlInput: { inputMode: integerKeyboard(field) } }}
      validate={validatorsOf(field, false)}
      onChange={(number) => onChange(number ?? undefined)}
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
      // A reference of 0 is no reference.
      onChange={([id]) => onChange(id ?? (required ? undefined : 0))}
      fits={(row) => matchesWhere(where, row)}
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
  const hasNoTopLevel = useHasNoTopLevel(resource.entity) && entity === resource.name;
  const rows = data?.filter((row) => matchesWhere(where, row)) ?? [];
  return (
    <ChoiceSelect
      choices={rows.map((row) => ({ value: Number(row.id), name: String(nameOf(row)), level: row.level }))}
      value={data && value !== undefined ? Number(value) : ''}
      onChange={(chosen) => onChange(Number(chosen))}
      unset={required || hasNoTopLevel ? undefined : { value: 0, label: translate('list.none'), isOffered: true }}
      input={{ label, fullWidth: true }}
    />
  );
}
