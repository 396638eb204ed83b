const slackMs = 2000; // a header tells whole seconds, and a reply takes its time

let aheadMs = 0;

/** The time by the back end's clock, as far as its replies tell it: that of a browser may be minutes off. */
export const serverNow = (): number => Date.now() + aheadMs;

/** @param date the `Date` header of a reply that came just now; another origin's is hidden from a page, and then null */
export function learnServerTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const ahead = told - Date.now();
  aheadMs = Math.abs(ahead) > slackMs ? ahead : 0;
}
