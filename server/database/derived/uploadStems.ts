/**
 * A file's URL without size suffix and extension, equal for a picture and its thumbnails. PostgreSQL's version is in
 * `uses.ts`.
 */
export const withoutEnd = (url: string) => url.replace(/(-[0-9]+)?\.[A-Za-z0-9]+$/, '');

/** The stems of all library URLs (from `/upload/` on) in a text, as JSON for SQLite's triggers. */
export function uploadStems(held: unknown): string {
  const urls = String(held ?? '').match(/\/upload\/[A-Za-z0-9_./-]*[A-Za-z0-9]/g) ?? [];
  return JSON.stringify([...new Set(urls.map(withoutEnd))]);
}
