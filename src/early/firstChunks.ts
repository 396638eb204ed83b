/** The chunks that a page may need first, by the names of their files. */
export const chunkNames = ['SignInPage', 'Frame', 'Home', 'Screens'] as const;
export type ChunkName = (typeof chunkNames)[number];

/** What an address shows first; one that leads to where the administrator was last may show either. */
export function firstChunks(isSignedIn: boolean, pathname: string): ChunkName[] {
  if (!isSignedIn) return ['SignInPage'];
  if (/\/home$/.test(pathname)) return ['Frame', 'Home'];
  return /\/(Layout.*)?$/.test(pathname) ? ['Frame', 'Screens', 'Home'] : ['Frame', 'Screens'];
}
