import { defaultLanguage, fallbackLanguage, type Language, languageCodes } from '../../contract/languages.ts';
import { readMessages } from '../../i18n/index.ts';
import { messagesByLanguage } from '../../server/core/messages.ts';

/** `npm run missing-texts`: lists, by key, what further languages lack. There the console and the server speak English. */

/** The keys of a tree of messages, as `console.signIn.title`. */
function keysOf(messages: unknown, path: string): string[] {
  if (typeof messages !== 'object' || messages === null) return [path];
  return Object.entries(messages).flatMap(([key, value]) => keysOf(value, `${path}.${key}`));
}

const allKeys = async (code: Language) => [
  ...keysOf(await readMessages(code), 'i18n'),
  ...keysOf(messagesByLanguage.get(code), 'server'),
];

const wanted = await allKeys(fallbackLanguage);
for (const code of languageCodes) {
  // These two are complete by type.
  if (code === defaultLanguage || code === fallbackLanguage) continue;
  const given = new Set(await allKeys(code));
  const missing = wanted.filter((key) => !given.has(key));
  console.log(`${code}: ${missing.length} of ${wanted.length} texts are missing`);
  for (const key of missing) console.log(`  ${key}`);
}
console.log(`${defaultLanguage}, ${fallbackLanguage}: complete`);
