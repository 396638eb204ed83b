import { createContext, type ReactNode, useContext, useDeferredValue, useState } from 'react';

interface Props {
  placeholder: ReactNode;
  children: ReactNode;
}

export function DeferredRender({ placeholder, children }: Props) {
  return useDeferredValue(true, false) ? children : placeholder;
}

export const FirstRowsContext = createContext(false);

/** Whether a list renders its first rows: what is not needed to read them is rendered with the rest. */
export const useAreFirstRows = () => useContext(FirstRowsContext);

/** Whether something has been open before. Until then it is not rendered at all, as even a closed dialog takes time. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
