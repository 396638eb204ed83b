/** The allowed URL schemes. Paths, queries and fragments of the site need none. */
export const schemes = ['http', 'https', 'mailto', 'tel'];

/** Whether a typed link has an allowed scheme, or is a path, query or fragment of the site. */
export function isSafeLink(link: string): boolean {
  // Browsers ignore tabs and line breaks inside a scheme, and control characters before it.
  const seen = [...link].filter((character) => character > ' ' && character !== '\u007f').join('');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1];
  return scheme ? schemes.includes(scheme.toLowerCase()) : !/^[^/?#]*:/.test(seen);
}
