import { defaultLanguage, fallbackLanguage, type Language, languageCodes } from '../../contract/languages.ts';

export const chunkNames = ['SignInPage', 'Frame', 'Home', 'Screens'] as const;
export type ChunkName = (typeof chunkNames)[number];

/** The chunks an address shows first; an address that redirects to the last screen may need either. */
export function firstChunks(isSignedIn: boolean, pathname: string): ChunkName[] {
  if (!isSignedIn) return ['SignInPage'];
  if (/\/home$/.test(pathname)) return ['Frame', 'Home'];
  return /\/(Layout.*)?$/.test(pathname) ? ['Frame', 'Screens', 'Home'] : ['Frame', 'Screens'];
}

const messageChunk = (code: Language) => `languages/${code}`;
/** Messages in chunks of their own: the default language's are in the main script. */
export const messageChunkNames = languageCodes.filter((code) => code !== defaultLanguage).map(messageChunk);

export const messageChunks = (code: Language): string[] =>
  code === defaultLanguage ? [] : [...new Set([code, fallbackLanguage])].map(messageChunk);
