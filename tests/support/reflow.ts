import type { Page } from 'playwright-core';

/** Lists what a narrow page shows only if it is scrolled sideways (WCAG 2.2, 1.4.10), a line each. */
export function findHorizontalOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const isBoxed = (element: Element | null): boolean => {
      if (!element || element === document.body) return false;
      return getComputedStyle(element).overflowX !== 'visible' || isBoxed(element.parentElement);
    };
    const sticksOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > wide + 1 || left < -1) && !isBoxed(element.parentElement);
    };
    const scrolls = (element: Element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1;
    // A closed menu stays in the page with opacity 0 until it is removed.
    const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return (
      [...document.querySelectorAll('body, body *')]
        .filter((element) => (sticksOut(element) || scrolls(element)) && isSeen(element))
        // A tooltip that the pointer left when the page was wider is about to close.
        .filter((element) => !element.closest('[role=tooltip]'))
        .map((element) => `wider than ${wide} px · ${element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 160)}`)
    );
  });
}
