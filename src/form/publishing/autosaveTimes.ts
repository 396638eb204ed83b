/** When what is typed is stored as the working copy, in milliseconds. A test of a form may set shorter ones. */
export const autosaveTimes = {
  /** After the last change. */
  delayMs: 2000,
  /** After the first change of somebody who types without a pause. */
  longestMs: 10_000,
  /** After a lost connection, an ended session, or an error of the server. */
  retryMs: 5000,
};
