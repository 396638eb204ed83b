import type { MouseEvent } from 'react';

/** Of a double click: it falls on what took the place of the button that was meant, or on that button before it is gone. */
export const isSecondClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;
