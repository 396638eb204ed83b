import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

/**
 * When a row goes away that had the focus, its neighbour's link takes it; else it would be lost.
 * @param isAsked a dialog of the row holds the focus for it
 */
export function useFocusNext(inRow: RefObject<HTMLElement | null>, isAsked: boolean): void {
  const hadFocus = useEffectEvent((row: Element) => isAsked || row.contains(document.activeElement));
  useLayoutEffect(() => {
    const row = inRow.current?.closest('tr, li');
    return () => {
      if (!row || !hadFocus(row)) return;
      const next = row.nextElementSibling ?? row.previousElementSibling;
      // The dialog lets go of the focus once it is away.
      setTimeout(() => {
        if (document.activeElement === document.body) next?.querySelector('a')?.focus();
      });
    };
  }, [inRow]);
}
