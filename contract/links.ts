/** The schemes that a link may have. */
export const schemes = ['http', 'https', 'mailto', 'tel'];

export function isSafeLink(link: string): boolean {
  // Browsers ignore tabs and line breaks inside a scheme, and control characters before it.
  const seen = [...link].filter((character) => character > ' ' && character !== '\u007f').join('');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1];
  // A site that shows the link unescaped would read a colon from a character reference (HTML, 13.5).
  return scheme ? schemes.includes(scheme.toLowerCase()) : !/^[^/?#]*(:|&(#|colon;|tab;|newline;))/i.test(seen);
}

/** A link whose colon and slashes were typed with a Chinese input method. */
export const withNarrowScheme = (link: string): string =>
  link.replace(/^(https?)[:：][/／]{2}/i, '$1://').replace(/^(mailto|tel)：/i, '$1:');

const host = /^(?:[\p{L}\p{N}-]{1,63}\.)+(\p{L}{2,63})(?::\d{1,5})?(?=[/?#]|$)/u;
const fileEndings = ['html', 'htm', 'shtml', 'xhtml', 'php', 'asp', 'aspx', 'jsp', 'pdf', 'jpg', 'png', 'zip'];

/** A scheme with a missing colon or slash: `http//a.cn`, `https:/a.cn`. */
const brokenScheme = /^(https?):?\/\/?(?=[^/])/i;

/**
 * Completes a link that starts with a host name: adds `https://`, or mends the scheme, and replaces ideographic full stops.
 * @returns undefined for any other link
 */
export function asHttps(link: string): string | undefined {
  const scheme = /^https?:\/\//i.test(link) ? undefined : brokenScheme.exec(link);
  const address = link.slice(scheme?.[0].length ?? 0).replace(/^[^/?#]*/, (name) => name.replaceAll('。', '.'));
  const end = host.exec(address)?.[1];
  if (!end || fileEndings.includes(end.toLowerCase())) return undefined;
  return `${scheme?.[1]?.toLowerCase() ?? 'https'}://${address}`;
}
