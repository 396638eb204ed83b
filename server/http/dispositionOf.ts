/** A `Content-Disposition` whose name may have any characters (RFC 6266, RFC 8187). */
export function dispositionOf(how: 'attachment' | 'inline', name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${how}; filename*=UTF-8''${encoded}`;
}
