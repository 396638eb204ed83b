import { createContext, type RefObject, useContext, useEffect } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';

/** For what stands beside a record's form and fills it in. Null while there is none, or only one to look at. */
export type FormHandle = RefObject<UseFormReturn | null>;

export const FormHandleContext = createContext<FormHandle | undefined>(undefined);

/** Within a form: hands it to what stands beside it. */
export function FormRegistration() {
  const handle = useContext(FormHandleContext);
  const form = useFormContext();
  useEffect(() => {
    if (!handle) return undefined;
    handle.current = form;
    return () => {
      handle.current = null;
    };
  }, [handle, form]);
  return null;
}
