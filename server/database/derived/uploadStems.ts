/** A file's URL without its end, which tells a thumbnail from its picture; PostgreSQL has the same in `uses.ts`. */
export const withoutEnd = (url: string) => url.replace(/(-[0-9]+)?\.[A-Za-z0-9]+$/, '');

/** Every URL of a file of the library in a text, from `/upload/` on, without its end: as JSON, for triggers of SQLite. */
export function uploadStems(held: unknown): string {
  const urls = String(held ?? '').match(/\/upload\/[A-Za-z0-9_./-]*[A-Za-z0-9]/g) ?? [];
  return JSON.stringify([...new Set(urls.map(withoutEnd))]);
}
