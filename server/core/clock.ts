import { toIsoSeconds } from '../../contract/kinds.ts';

/** How far the clocks of two processes may differ. A stored time further in the future came from a wrong clock. */
const skewMs = 5 * 60_000;

/** The time in stored format, `ms` milliseconds from now; negative for the past. */
export const isoFromNow = (ms: number): string => toIsoSeconds(new Date(Date.now() + ms));

/**
 * The latest plausible time of a stored event, with some clock skew. With a length in milliseconds, of the end of
 * something that lasts so long. A later time was written by a clock that was ahead.
 */
export const latestPlausibleTime = (lengthMs = 0): string => isoFromNow(lengthMs + skewMs);

/** The fields that the server sets on every new record. */
export const newRecordStamps = (time = toIsoSeconds(new Date())) => ({
  version: 1,
  create_time: time,
  update_time: time,
});
