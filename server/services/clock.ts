import { toIsoSeconds } from '../../contract/kinds.ts';

/** How far the clocks of two processes may differ. What is stored as later than that was stored by a clock that was wrong. */
const skewMs = 5 * 60_000;

/** A moment as times are stored: so many milliseconds from now, or before now where that is negative. */
export const isoFromNow = (ms: number): string => toIsoSeconds(new Date(Date.now() + ms));

/** The latest that something can be stored as which happened, or ends so many milliseconds after it was made. */
export const latest = (lengthMs = 0): string => isoFromNow(lengthMs + skewMs);
