import { get, useFormContext, useFormState } from 'react-hook-form';
import { isEmpty } from '../isEmpty.ts';

/** What a value holds, so that two can be compared: what is empty in a record or list is as good as absent. */
const spelled = (value: unknown) =>
  JSON.stringify(isEmpty(value) ? null : value, (_name, part) => (isEmpty(part) || isBare(part) ? undefined : part));
const isBare = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The fields of the form around it that hold something else than at first. One that was empty and is so again does not. */
export function useDirtyFields(): string[] {
  const { getValues } = useFormContext();
  const { dirtyFields, defaultValues } = useFormState();
  // A list that was changed marks every field of the form, most of them as unchanged.
  return Object.keys(dirtyFields).filter((name) => spelled(getValues(name)) !== spelled(get(defaultValues, name)));
}
