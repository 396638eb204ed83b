import { get, useFormContext, useFormState } from 'react-hook-form';

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined;

/** The fields of the form around it that hold something else than at first. One that was empty and is so again does not. */
export function useDirtyFields(): string[] {
  const { getValues } = useFormContext();
  const { dirtyFields, defaultValues } = useFormState();
  return Object.keys(dirtyFields).filter((name) => !isEmpty(getValues(name)) || !isEmpty(get(defaultValues, name)));
}
