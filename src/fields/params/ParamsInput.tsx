import { Box, styled } from '@mui/material';
import { CheckboxGroupInput, TextInput } from 'ra-ui-materialui';
import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { codecs } from '../../../contract/codecs.ts';
import { common, type InputProps } from '../../declaration/common.ts';
import { labelStyle } from '../../theme/index.ts';
import { ChosenInput, inputs } from '../inputs.tsx';
import { type Param, paramField } from './useColumnParams.ts';

/** docs/contract.md, "Values". */
export function ParamsInput({ name, isNew, isReadOnly, params }: InputProps & { params: Param[] }) {
  const { getValues, setValue } = useFormContext();
  const begin = useEffectEvent((asked: Param[]) => {
    for (const param of asked.filter(({ type, value }) => type === 'images' && value)) {
      const path = `${name}.${param.name}`;
      if (getValues(path) === undefined) setValue(path, codecs.images.decode(param.value));
    }
  });
  // Inputs of lists take no default value from their field.
  useEffect(() => {
    if (isNew) begin(params);
  }, [isNew, params]);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 'var(--gap)', minWidth: 0 }}>
      {params.map((param) => {
        const input = {
          field: paramField(param),
          name: `${name}.${param.name}`,
          label: param.title,
          isNew,
          isReadOnly,
        };
        return <TypedInput key={param.id} {...input} type={param.type} value={param.value} />;
      })}
    </Box>
  );
}

const choicesOf = ({ values = [] }: InputProps['field']) => values.map((id) => ({ id, name: String(id) }));
const asText = (value: unknown) => value ?? '';

const One = (props: InputProps) => (
  <ChosenInput {...common(props)} choices={choicesOf(props.field)} translateChoice={false} parse={asText} />
);

/** react-admin styles the label of a checkbox group as a floating one. */
const Boxes = styled(CheckboxGroupInput)({
  '& legend.MuiFormLabel-root': { transform: 'none', ...labelStyle },
});

const Several = ({ value, ...props }: InputProps & { value: string }) => (
  <Boxes
    {...common(props)}
    choices={choicesOf(props.field)}
    translateChoice={false}
    defaultValue={props.isNew && value ? value.split(',') : undefined}
  />
);

/** @param value the default of `choices`, comma-joined */
export function TypedInput({ type, value = '', ...props }: InputProps & { type: string; value?: string }) {
  if (type === 'choices') return <Several {...props} value={value} />;
  if (type === 'choice') return <One {...props} />;
  // Always one line, whatever its `max`.
  if (type === 'text') return <TextInput {...common(props)} />;
  const Input = inputs[props.field.kind];
  return Input ? <Input {...props} /> : null;
}
