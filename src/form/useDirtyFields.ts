import { get, useFormContext, useFormState } from 'react-hook-form';
import { canonicalJson } from '../utils/values.ts';

/** The fields whose value differs from the form's default values; blank values do not differ from one another. */
export function useDirtyFields(): string[] {
  const { getValues } = useFormContext();
  const { dirtyFields, defaultValues } = useFormState();
  // After a change of a list, react-hook-form has an entry for every field, for most of them with false.
  return Object.keys(dirtyFields).filter((name) => differ(getValues(name), get(defaultValues, name)));
}

/** Returns a function that reads the dirty fields when it is called, as the last input may not be rendered yet. */
export function useReadDirtyFields(): () => string[] {
  const { getValues, getFieldState } = useFormContext();
  const { defaultValues } = useFormState();
  const isDirty = (name: string) => getFieldState(name).isDirty && differ(getValues(name), get(defaultValues, name));
  return () => Object.keys({ ...defaultValues, ...getValues() }).filter(isDirty);
}

/** Texts are compared directly, because long ones are compared at each keystroke. */
export const differ = (one: unknown, other: unknown): boolean =>
  one !== other &&
  ((typeof one === 'string' && typeof other === 'string') || canonicalJson(one) !== canonicalJson(other));
