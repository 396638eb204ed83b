import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';

interface Props {
  /** Takes its place meanwhile, so that nothing moves. */
  room: ReactNode;
  children: ReactNode;
}

/** What one can read a screen without: rendered once the rest of it is painted. */
export function DeferredRender({ room, children }: Props) {
  return useDeferredValue(true, false) ? children : room;
}

export const FirstRowsContext = createContext(false);

/** Whether a list's first rows are on their way: what they can be read without comes with the others. */
export const useAreFirstRows = () => useContext(FirstRowsContext);
