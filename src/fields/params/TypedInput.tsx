import { styled } from '@mui/material';
import { CheckboxGroupInput, TextInput } from 'ra-ui-materialui';
import { common, type InputProps } from '../../declaration/common.ts';
import { labelStyle } from '../../theme/index.ts';
import { ChosenInput, inputs } from '../inputs.tsx';

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

/**
 * The input of a content parameter or configuration item, by its type.
 * @param value the default of `choices`, comma-joined
 */
export function TypedInput({ type, value = '', ...props }: InputProps & { type: string; value?: string }) {
  if (type === 'choices') return <Several {...props} value={value} />;
  if (type === 'choice') return <One {...props} />;
  // Always one line, whatever its `max`.
  if (type === 'text') return <TextInput {...common(props)} />;
  const Input = inputs[props.field.kind];
  return Input ? <Input {...props} /> : null;
}
