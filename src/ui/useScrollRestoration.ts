import { type RefObject, useEffect } from 'react';
import { readJson, writeJson } from '../utils/store.ts';

const key = 'rtop.scrolled';
const positions = new Map(Object.entries(readJson<Record<string, number>>(sessionStorage, key) ?? {}));
// Stores the positions for the page's next load.
window.addEventListener('pagehide', () => writeJson(sessionStorage, key, Object.fromEntries(positions)));
const restoreForMs = 3000;

/** Stores a box's scroll position for each screen, and restores it as soon as the content is high enough. */
export function useScrollRestoration(box: RefObject<HTMLElement | null>, screen: string): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const target = positions.get(screen) ?? 0;
    const restore = () => {
      // Setting `scrollTop` forces a layout, so it is left out if no position is stored.
      if (positions.size > 0) element.scrollTop = target;
      if (target === 0 || Math.abs(element.scrollTop - target) < 2) stop();
    };
    const content = new ResizeObserver(restore);
    const stop = () => {
      content.disconnect();
      clearTimeout(timer);
      element.removeEventListener('wheel', stop);
      element.removeEventListener('keydown', stop);
      element.addEventListener('scroll', store, { passive: true });
    };
    const store = () => positions.set(screen, element.scrollTop);
    const timer = setTimeout(stop, restoreForMs);
    element.addEventListener('wheel', stop, { passive: true });
    element.addEventListener('keydown', stop);
    for (const child of element.children) content.observe(child);
    restore();
    return () => {
      stop();
      element.removeEventListener('scroll', store);
    };
  }, [box, screen]);
}
