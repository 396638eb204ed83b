import { defaultLanguage, fallbackLanguage, type Language, languageCodes } from '../../contract/languages.ts';

/** The chunks that a page may need first, by the names of their files. */
export const chunkNames = ['SignInPage', 'Frame', 'Home', 'Screens'] as const;
export type ChunkName = (typeof chunkNames)[number];

/** What an address shows first; one that leads to where the administrator was last may show either. */
export function firstChunks(isSignedIn: boolean, pathname: string): ChunkName[] {
  if (!isSignedIn) return ['SignInPage'];
  if (/\/home$/.test(pathname)) return ['Frame', 'Home'];
  return /\/(Layout.*)?$/.test(pathname) ? ['Frame', 'Screens', 'Home'] : ['Frame', 'Screens'];
}

const messageChunk = (code: Language) => `languages/${code}`;
/** The files of messages (i18n/) that are chunks of their own: the default language's are in the first script. */
export const messageChunkNames = languageCodes.filter((code) => code !== defaultLanguage).map(messageChunk);

/** What a language needs: its own messages, and those that stand in for what it leaves out. */
export const messageChunks = (code: Language): string[] =>
  code === defaultLanguage ? [] : [...new Set([code, fallbackLanguage])].map(messageChunk);
