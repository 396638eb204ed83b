import { createContext, useContext } from 'react';
import { isRefusal } from '../../dataProvider/failure.ts';
import { useToast } from '../ui/useToast.ts';
import type { Silent } from './resource.ts';

/** The calls of the screen around it whose refusals make no toast. */
export const SilencedCallsContext = createContext<Silent | undefined>(undefined);

/** Says why an edit of a row failed, where the screen says that at all. */
export function useReportEditFailure(): (error: unknown) => void {
  const toast = useToast();
  const silent = useContext(SilencedCallsContext);
  return (error) => {
    if (!silent || !isRefusal(error)) toast.error(error);
  };
}
