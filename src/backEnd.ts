import { findBackEnd } from './early/backEnd.ts';

/** The file that names the back end is there, and nobody can read it. */
export class ConfigUnreadable extends Error {}

/** The console is by itself at an address where no back end answers, and is told of no other. */
export class BackEndAbsent extends Error {}

const found = window.rtopBackEnd ?? findBackEnd();
let known = typeof found === 'string' ? found : undefined;

/** Scheme and host of the back end, '' for the page's own. @throws ConfigUnreadable */
export const host: string | Promise<string> =
  known ??
  Promise.resolve(found).then((told) => {
    if (told === undefined) throw new ConfigUnreadable();
    known = told;
    return told;
  });

/** The page comes from the back end itself; not, as long as that is not known. */
export const isOwnHost = (): boolean => known === '';

/** No server of ours sent the page, and nothing names a back end: it is taken to be where the page came from. */
export const isGuessed = (): boolean => typeof found !== 'string' && known === '';

/** The address of a file as a page can show it: another back end names its own files without its host. */
export function fileUrl(url: string): string {
  return known && url ? (URL.parse(url, `${known}/`)?.href ?? url) : url;
}
