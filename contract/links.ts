/** The schemes that a link may have. */
export const schemes = ['http', 'https', 'mailto', 'tel'];

export function isSafeLink(link: string): boolean {
  // Browsers ignore tabs and line breaks inside a scheme, and control characters before it.
  const seen = [...link].filter((character) => character > ' ' && character !== '\u007f').join('');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1];
  return scheme ? schemes.includes(scheme.toLowerCase()) : !/^[^/?#]*:/.test(seen);
}

/** A link whose colon and slashes were typed with a Chinese input method. */
export const withNarrowScheme = (link: string): string =>
  link.replace(/^(https?)[:：][/／]{2}/i, '$1://').replace(/^(mailto|tel)：/i, '$1:');

const host = /^(?:[\p{L}\p{N}-]{1,63}\.)+(\p{L}{2,63})(?::\d{1,5})?(?=[/?#]|$)/u;
const fileEndings = ['html', 'htm', 'shtml', 'xhtml', 'php', 'asp', 'aspx', 'jsp', 'pdf', 'jpg', 'png', 'zip'];

/** The same with `https://`, for what begins like the name of a host; undefined for any other link. */
export function asHttps(link: string): string | undefined {
  const end = host.exec(link)?.[1];
  return end && !fileEndings.includes(end.toLowerCase()) ? `https://${link}` : undefined;
}
