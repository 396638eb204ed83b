import { toIsoSeconds } from '../../contract/kinds.ts';

/** How far the clocks of two processes may differ. What is stored as later than that was stored by a clock that was wrong. */
const skewMs = 5 * 60_000;

/** A moment as times are stored: so many milliseconds from now, or before now where that is negative. */
export const isoFromNow = (ms: number): string => toIsoSeconds(new Date(Date.now() + ms));

/**
 * The latest time at which a stored event can have happened, some skew of clocks allowed; with a length, the latest at which
 * something that lasts so many milliseconds can end. A later one was written while the clock was ahead.
 */
export const latestPlausibleTime = (lengthMs = 0): string => isoFromNow(lengthMs + skewMs);
