import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { skipToPage } from '../ui/a11y.ts';

/**
 * When a focused row is removed, the focus moves to the link of the nearest row; without any, to the page.
 * @param isAsked whether a dialog of the row has the focus
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
      // The dialog releases the focus once it has closed.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const link = others.find((other) => other.isConnected)?.querySelector('a');
        if (link) link.focus();
        else skipToPage();
      });
    };
  }, [inRow]);
}
