/**
 * Where a URL of the source points: the segments of a path below the site's root, `outside` where they lead out of it,
 * `elsewhere` for another site, `none` where there is no file to look for.
 */
export function sitePath(url: string, hosts: ReadonlySet<string>): string[] | 'outside' | 'elsewhere' | 'none' {
  const trimmed = url.trim();
  const [, host, rest] = /^(?:https?:)?\/\/([^/?#]*)(.*)$/i.exec(trimmed) ?? [];
  if (host !== undefined && !hosts.has(host.toLowerCase())) return 'elsewhere';
  const local = rest ?? trimmed;
  if (host === undefined && /^[a-z][a-z0-9+.-]*:/i.test(local)) return 'none';
  const path = decoded(local.replace(/[?#].*$/s, ''));
  if (path === undefined || /[\\\0]/.test(path)) return 'outside';
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return 'outside';
  return segments.length > 0 ? segments : 'none';
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
