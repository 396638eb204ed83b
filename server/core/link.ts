/** The schemes that a link may have; a path, query or fragment of the site needs none. */
export const schemes = ['http', 'https', 'mailto', 'tel'];

/** A link typed into a field: an allowed scheme, or a path, query or fragment of the site itself. */
export function isSafeLink(link: string): boolean {
  // Browsers drop tabs and line breaks inside a scheme, and leading control characters, before they read it.
  const seen = [...link].filter((character) => character > ' ' && character !== '\u007f').join('');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1];
  return scheme ? schemes.includes(scheme.toLowerCase()) : !/^[^/?#]*:/.test(seen);
}
