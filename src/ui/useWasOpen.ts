import { useState } from 'react';

/** Whether something has been open before: until then it is not rendered at all, which costs even where it is closed. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
