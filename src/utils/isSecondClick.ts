import type { MouseEvent } from 'react';

/**
 * Whether a click is the second one of a double click. It falls on whatever has replaced the intended button, or on
 * that button before it is gone.
 */
export const isSecondClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;
