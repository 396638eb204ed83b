import { findBackEnd } from '../early/backEnd.ts';

/** `config.json`, which names the back end, exists but cannot be read. */
export class ConfigUnreadable extends Error {}

/** No back end answers at the configured address, which is the message. */
export class BackEndAbsent extends Error {}

const found = window.rtopBackEnd ?? findBackEnd();
let known = typeof found === 'string' ? found : undefined;

/** Scheme and host of the back end, '' for the page's own. @throws ConfigUnreadable */
export const host: string | Promise<string> =
  known ??
  Promise.resolve(found).then((address) => {
    if (address === undefined) throw new ConfigUnreadable();
    known = address;
    return address;
  });

/** Whether our server sent the page, and so is the back end. */
export const isOwnPage = (): boolean => found === '';

/** The back end's address as it was configured; '' if our server serves the page, or until it is known. */
export const configuredAddress = (): string => (isOwnPage() || known === undefined ? '' : known || location.origin);

/**
 * The address that a link or a new tab may lead to, of a file or a page of the site. Undefined for one that would run a
 * script or be a page itself (`javascript:`, `data:`), whatever a back end sends.
 */
export function linkUrl(url: string): string | undefined {
  const address = fileUrl(url);
  return address && /^https?:$/.test(URL.parse(address, location.href)?.protocol ?? '') ? address : undefined;
}

/** A file's address for the page. Another back end sends the addresses of its files without its host. */
export function fileUrl(url: string): string {
  return known && url ? (URL.parse(url, `${known}/`)?.href ?? url) : url;
}
