/** The last part of an address, without what is asked of it. */
const lastPart = (url: string) =>
  url
    .replace(/[?#].*$/, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .at(-1) ?? '';

/** The kind of file that an address names, such as `zip`; empty where it names none. */
export function extOf(url: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(lastPart(url))?.[1]?.toLowerCase() ?? '';
}

/** What the file at an address is called. */
export function fullNameOf(url: string): string {
  const name = lastPart(url);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a percent sign that means itself, or no UTF-8
  }
}

/** The same without its kind. */
export const nameOfFile = (url: string): string => fullNameOf(url).replace(/\.[A-Za-z0-9]{1,10}$/, '');
