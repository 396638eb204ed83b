import { type RefObject, useEffect } from 'react';
import { readJson, writeJson } from '../utils/store.ts';

const key = 'rtop.scrolled';
const kept = new Map(Object.entries(readJson<Record<string, number>>(sessionStorage, key) ?? {}));
// Also for the page's next load.
window.addEventListener('pagehide', () => writeJson(sessionStorage, key, Object.fromEntries(kept)));
const restoreForMs = 3000;

/** Keeps how far a box is scrolled, for each screen, and scrolls there again as soon as its content is high enough. */
export function useScrollRestoration(box: RefObject<HTMLElement | null>, screen: string): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const target = kept.get(screen) ?? 0;
    const restore = () => {
      // Where nothing was ever scrolled, there is nothing to undo, and no layout to be made for it.
      if (kept.size > 0) element.scrollTop = target;
      if (target === 0 || Math.abs(element.scrollTop - target) < 2) stop();
    };
    const content = new ResizeObserver(restore);
    const stop = () => {
      content.disconnect();
      clearTimeout(timer);
      element.removeEventListener('wheel', stop);
      element.removeEventListener('keydown', stop);
      element.addEventListener('scroll', keep, { passive: true });
    };
    const keep = () => kept.set(screen, element.scrollTop);
    const timer = setTimeout(stop, restoreForMs);
    element.addEventListener('wheel', stop, { passive: true });
    element.addEventListener('keydown', stop);
    for (const child of element.children) content.observe(child);
    restore();
    return () => {
      stop();
      element.removeEventListener('scroll', keep);
    };
  }, [box, screen]);
}
