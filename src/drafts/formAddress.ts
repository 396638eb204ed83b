import { createContext, useContext } from 'react';
import { useLocation } from 'react-router-dom';

/** The address of a form that stands in its list's place, where several share that of the list. */
export const FormAddress = createContext<string | undefined>(undefined);

/** Where the form around it is found again, and whether it stands in its list's place. */
export function useFormAddress(): { address: string; isInPlace: boolean } {
  const { pathname } = useLocation();
  const own = useContext(FormAddress);
  return { address: own ?? pathname, isInPlace: own !== undefined };
}
