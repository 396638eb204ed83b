import { findBackEnd } from '../early/backEnd.ts';

/** The file that names the back end is there, and nobody can read it. */
export class ConfigUnreadable extends Error {}

/** What answers where the back end is to be is none. Its message is the scheme and host of that. */
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

/** Where the back end is to be, as somebody set it up; '' where a server of ours is it itself, or that is not known yet. */
export const placeSetUp = (): string => (found === '' || known === undefined ? '' : known || location.origin);

/** The address of a file as a page can show it: another back end names its own files without its host. */
export function fileUrl(url: string): string {
  return known && url ? (URL.parse(url, `${known}/`)?.href ?? url) : url;
}
