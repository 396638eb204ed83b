import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { skipToPage } from '../ui/a11y.ts';

/**
 * When a row goes away that had the focus, the nearest one that stays takes it, by its link; without any, the page does.
 * Else it would be lost.
 * @param isAsked a dialog of the row holds the focus for it
 */
export function useFocusNext(inRow: RefObject<HTMLElement | null>, isAsked: boolean): void {
  const hadFocus = useEffectEvent((row: Element) => isAsked || row.contains(document.activeElement));
  useLayoutEffect(() => {
    const row = inRow.current?.closest('tr, li');
    return () => {
      if (!row || !hadFocus(row)) return;
      const rows = [...(row.parentElement?.children ?? [])];
      const at = rows.indexOf(row);
      const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
      // The dialog lets go of the focus once it is away.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const link = others.find((other) => other.isConnected)?.querySelector('a');
        if (link) link.focus();
        else skipToPage();
      });
    };
  }, [inRow]);
}
