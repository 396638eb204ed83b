const slackMs = 2000; // the header has whole seconds, and a reply takes time

let aheadMs = 0;

/** The current time by the back end's clock, estimated from its replies, because a browser's clock may be minutes off. */
export const serverNow = (): number => Date.now() + aheadMs;

/**
 * @param date the `Date` header of a reply that has just arrived; null from another origin, because a page cannot read it
 */
export function learnServerTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const ahead = told - Date.now();
  aheadMs = Math.abs(ahead) > slackMs ? ahead : 0;
}
