import { useResourceContext } from 'ra-core';
import type { InputProps } from './common.ts';
import { useFieldLabel } from './useFieldLabel.ts';

/** What an input is called: by a label of its own, else by that which the resource around it gives its field. */
export function useInputLabel({ name, label }: Pick<InputProps, 'name' | 'label'>): string {
  const named = useFieldLabel(useResourceContext() ?? '');
  return label ?? named(name);
}
