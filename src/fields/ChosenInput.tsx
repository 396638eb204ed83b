import { SelectInput, type SelectInputProps } from 'ra-ui-materialui';
import { useWatch } from 'react-hook-form';
import { isEmpty } from '../utils/values.ts';

interface Props extends SelectInputProps {
  source: string;
  choices: { id: string | number; name: string }[];
}

/** A select takes scalars. */
const told = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

/** One of these; a stored value that is none of them stands among them as it is, so that it is seen and kept. */
export function ChosenInput({ choices, parse = (chosen: unknown) => chosen, ...props }: Props) {
  const stored: unknown = useWatch({ name: props.source });
  const own = told(stored);
  const isOffered = isEmpty(own) || choices.some(({ id }) => id === own);
  return (
    <SelectInput
      {...props}
      choices={isOffered ? choices : [...choices, { id: own, name: String(own) }]}
      format={(value: unknown) => told(value) ?? ''}
      parse={(chosen: unknown) => (chosen === own ? stored : parse(chosen))}
    />
  );
}
