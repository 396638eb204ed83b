import { useWatch } from 'react-hook-form';
import type { InputProps } from '../declaration/common.ts';
import { InputOf } from '../fields/InputOf.tsx';

/** Whether a role demands a second factor of its administrators. */
export const FactorInput = (props: InputProps) => <InputOf {...props} hint={props.hint ?? 'roleForm.factorHint'} />;

export function FactorDaysInput(props: InputProps) {
  const isDemanded = useWatch({ name: 'factor' });
  return isDemanded ? <InputOf {...props} hint={props.hint ?? 'roleForm.factorDaysHint'} /> : null;
}
