import { BooleanInput, CheckboxGroupInput } from 'ra-ui-materialui';
import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { common, type InputProps } from '../../declaration/common.ts';
import { entryOf } from '../../utils/values.ts';
import { ChosenInput, inputs } from '../inputs.tsx';
import { optionsOf } from './useColumnParams.ts';

const asText = (value: unknown) => value ?? '';
const useOptions = () =>
  optionsOf({ options: String(useWatch({ name: 'options' }) ?? '') }).map((id) => ({ id, name: id }));

const One = (props: InputProps) => (
  <ChosenInput {...common(props)} choices={useOptions()} translateChoice={false} parse={asText} />
);
const Several = (props: InputProps) => (
  <CheckboxGroupInput
    {...common(props)}
    choices={useOptions()}
    translateChoice={false}
    defaultValue=""
    format={(value: string) => (value ? value.split(',') : [])}
    parse={(chosen: string[]) => chosen.join(',')}
  />
);
const Switch = (props: InputProps) => (
  <BooleanInput {...common(props)} format={(value) => value === '1'} parse={(value: boolean) => (value ? '1' : '0')} />
);
const of =
  (kind: 'text' | 'time' | 'image'): ComponentType<InputProps> =>
  (props) => {
    const Input = inputs[kind];
    return Input ? <Input {...props} field={{ kind }} /> : null;
  };

/** The input for each type of parameter; null for types without a default value. */
const byType: Record<string, ComponentType<InputProps> | null> = {
  text: of('text'),
  number: of('text'),
  file: of('text'),
  image: of('image'),
  time: of('time'),
  choice: One,
  choices: Several,
  flag: Switch,
  images: null,
  secret: null,
};

export function DefaultValueInput(props: InputProps) {
  const type = String(useWatch({ name: 'type' }) ?? 'text');
  const own = entryOf(byType, type);
  const Input = own === undefined ? inputs.longtext : own;
  return Input ? <Input key={type} {...props} /> : null;
}

export function OptionsInput(props: InputProps) {
  const type = useWatch({ name: 'type' });
  const Input = inputs.longtext;
  return ['choice', 'choices'].includes(type) && Input ? (
    <Input {...props} field={{ ...props.field, required: true }} />
  ) : null;
}
