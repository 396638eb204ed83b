import { createContext, useContext } from 'react';

export const AreFirstRows = createContext(false);

/** Whether a list's first rows are on their way: what they can be read without comes with the others. */
export const useAreFirstRows = () => useContext(AreFirstRows);
