import { useFormContext } from 'react-hook-form';

/** Gives a field of the form around it a value as if it had been typed. */
export function usePut(name: string): (value: string) => void {
  const { setValue } = useFormContext();
  return (value) => setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
}
