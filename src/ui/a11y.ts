import type { SelectProps } from '@mui/material';

/** The id of the page's main content. It is absent while the first password must be changed: then `main` is all there is. */
export const pageId = 'page';

export function skipToPage(): void {
  const page = document.getElementById(pageId) ?? document.querySelector('main');
  page?.setAttribute('tabindex', '-1');
  page?.focus();
}

/** Names a select that has no visible label. MUI makes such a select label itself, and some screen readers then find no name. */
export const labelledSelect = (label: string): NonNullable<SelectProps['SelectDisplayProps']> =>
  ({ 'aria-label': label, 'aria-labelledby': undefined }) as NonNullable<SelectProps['SelectDisplayProps']>;
