import { useFormContext, useFormState } from 'react-hook-form';

/** Whether the form or the back end has refused the value of a field. */
export function useIsRefused(name: string): boolean {
  const { getFieldState } = useFormContext();
  return getFieldState(name, useFormState({ name })).error !== undefined;
}
