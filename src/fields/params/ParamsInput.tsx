import { Box } from '@mui/material';
import { CheckboxGroupInput, SelectInput } from 'ra-ui-materialui';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { kinds } from '../../../contract/kinds.ts';
import { common, type InputProps } from '../common.ts';
import { inputs } from '../inputs.tsx';
import { paramField } from './paramField.ts';
import type { Param } from './useColumnParams.ts';

const choicesOf = ({ values = [] }: InputProps['field']) => values.map((id) => ({ id, name: String(id) }));
const asText = (value: unknown) => value ?? '';

/** One of the parameter's own words. */
const One = (props: InputProps) => (
  <SelectInput {...common(props)} choices={choicesOf(props.field)} translateChoice={false} parse={asText} />
);

/** Some of them. */
const Several = ({ value, ...props }: InputProps & Pick<Param, 'value'>) => (
  <CheckboxGroupInput
    {...common(props)}
    choices={choicesOf(props.field)}
    translateChoice={false}
    defaultValue={props.isNew && value ? value.split(',') : undefined}
  />
);

const stack = {
  display: 'flex',
  flexDirection: 'column',
  gap: 'var(--gap)',
  minWidth: 0,
  // react-admin draws the label of several boxes as a floating one.
  '& legend.MuiFormLabel-root': { transform: 'none', fontSize: '0.8125rem', fontWeight: 500 },
} as const;

function OneParam({ param, name, isNew, isReadOnly }: Omit<InputProps, 'field'> & { param: Param }) {
  const field = paramField(param);
  const given = { field, name: `${name}.${param.name}`, label: param.title, isNew, isReadOnly };
  if (param.type === 'choices') return <Several {...given} value={param.value} />;
  if (param.type === 'choice') return <One {...given} />;
  const Input = inputs[field.kind];
  return Input ? <Input {...given} /> : null;
}

/** The values of the column's content parameters, each in the input of its type (contract.md section 3). */
export function ParamsInput({ name, isNew, isReadOnly, params }: InputProps & { params: Param[] }) {
  const { getValues, setValue } = useFormContext();
  const begin = useEffectEvent((asked: Param[]) => {
    for (const param of asked.filter(({ type, value }) => type === 'images' && value)) {
      const path = `${name}.${param.name}`;
      if (getValues(path) === undefined) setValue(path, kinds.images.decode(param.value));
    }
  });
  // A list has no default of its own in a form.
  useEffect(() => {
    if (isNew) begin(params);
  }, [isNew, params]);
  return (
    <Box sx={stack}>
      {params.map((param) => (
        <OneParam key={param.id} param={param} name={name} isNew={isNew} isReadOnly={isReadOnly} />
      ))}
    </Box>
  );
}
