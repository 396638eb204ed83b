import type { Location } from 'react-router-dom';

/**
 * A new record that was begun from home, the palette or a typed address: the list behind it is not the one that was left,
 * whose filters and order have nothing to do with it. From its list a new record brings that list's address along.
 */
export const isBegunElsewhere = ({ pathname, search }: Location) => pathname.endsWith('/create') && search === '';
