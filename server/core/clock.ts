import { toIsoSeconds } from '../../contract/kinds.ts';

/** How far the clocks of two processes may differ. What is stored as later than that was stored by a clock that was wrong. */
const skewMs = 5 * 60_000;

/** A moment as times are stored: so many milliseconds from now, or before now where that is negative. */
export const isoFromNow = (ms: number): string => toIsoSeconds(new Date(Date.now() + ms));

/**
 * The latest plausible time of a stored event, with some clock skew; with a length in milliseconds, of the end of something
 * that lasts so long. A later time was written while the clock was ahead.
 */
export const latestPlausibleTime = (lengthMs = 0): string => isoFromNow(lengthMs + skewMs);

/** What the server sets on every record that it adds. */
export const newRecordStamps = (time = toIsoSeconds(new Date())) => ({
  version: 1,
  create_time: time,
  update_time: time,
});
