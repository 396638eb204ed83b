import { get, useFormContext, useFormState } from 'react-hook-form';
import { canonicalJson } from '../utils/values.ts';

/** The fields whose value differs from the form's default values; blank values do not differ from one another. */
export function useDirtyFields(): string[] {
  const { getValues } = useFormContext();
  const { dirtyFields, defaultValues } = useFormState();
  // After a change of a list, react-hook-form has an entry for every field, for most of them with false.
  return Object.keys(dirtyFields).filter(
    (name) => canonicalJson(getValues(name)) !== canonicalJson(get(defaultValues, name)),
  );
}
