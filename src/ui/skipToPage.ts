/** Where the page itself is; before the first password is changed there is nothing around it. */
export const pageId = 'page';

/** Moves the focus past header, menus and bars. */
export function skipToPage(): void {
  const page = document.getElementById(pageId) ?? document.querySelector('main');
  page?.setAttribute('tabindex', '-1');
  page?.focus();
}
