/** Without size suffix and extension, equal for a picture and its thumbnails. For PostgreSQL see `uses.ts`. */
export const withoutEnd = (url: string) => url.replace(/(-[0-9]+)?\.[A-Za-z0-9]+$/, '');

/** Characters of a value that are looked at: far more than a field may have. A restored backup can hold longer ones, which would take gigabytes. */
const maxLength = { searched: 50_000, scanned: 2_000_000 };

/** The SQL function whose result is `itemTexts`. For PostgreSQL see `searchIndex.ts`. Indexes hold what it returned. */
export const itemTextsFunction = 'item_texts_1';

/** The values of these fields in the items of a JSON list, one a line. A restored backup can hold a text that is no valid list. */
export function itemTexts(list: unknown, ...names: string[]): string {
  try {
    const items: unknown = JSON.parse(String(list || '[]').slice(0, maxLength.scanned));
    return Array.isArray(items) ? items.flatMap((item) => names.map((name) => item?.[name] ?? '')).join('\n') : '';
  } catch {
    return '';
  }
}

/** The stems of all library URLs (from `/upload/` on) in a text, as JSON for SQLite's triggers. */
export function uploadStems(held: unknown): string {
  const urls =
    String(held ?? '')
      .slice(0, maxLength.scanned)
      .match(/\/upload\/[A-Za-z0-9_./-]*[A-Za-z0-9]/g) ?? [];
  return JSON.stringify([...new Set(urls.map(withoutEnd))]);
}

/** SQLite's tokens: one of fixed length for each character and each pair of neighbours; this separates fields. */
const betweenFields = 'z';
const widest = 4; // hexadecimal digits of the highest code point

const digits = (text: string) =>
  Array.from(text.slice(0, maxLength.searched), (character) =>
    (character.codePointAt(0) as number).toString(36).padStart(widest, '0'),
  );
const pairs = (characters: string[]) => characters.slice(1).map((next, at) => `${characters[at]}${next}`);

/** Only ASCII letters, as both databases do: SQLite always, PostgreSQL under the "C" collation of our columns. */
export const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns a token for each pair of neighbouring letters of a spelling. */
const pinyinTokens = (line: string) => pairs([...line]).map((pair) => `p${pair}`);

/** The SQL function that makes the tokens. Indexes hold them: whoever changes its results raises the number in its name. */
export const searchTokensFunction = 'search_tokens_2';
/**
 * Its names in the triggers of databases that earlier programs made, whose upgrade may write records before the triggers are made anew.
 * Whoever raises the number adds the name from before here.
 */
export const earlierSearchTokensFunctions = ['search_tokens'];

/** The form in which texts and words are compared: Unicode's NFKC, in which full and half width are equal, with A to Z in lower case. */
export const searchForm = (text: string): string => lowered(text.normalize('NFKC'));

const filterToken = (field: number, value: unknown) => `f${field}v${digits(String(value ?? '')).join('')}`;

/**
 * @param searched how many of the values are searched texts
 * @param spelled how many of the values after these are what names are spelled as; the rest are filter values
 */
export function indexedTokens(searched: number, spelled: number, ...values: unknown[]): string {
  const texts = values
    .slice(0, searched)
    .map((value) => digits(searchForm(String(value ?? '').slice(0, maxLength.searched)).toWellFormed()));
  const lines = values.slice(searched, searched + spelled).flatMap((value) => String(value).split('\n'));
  const filters = values.slice(searched + spelled).map((value, at) => filterToken(at, value));
  const tokens = [
    ...texts.flatMap((text) => [...pairs(text), betweenFields, ...text, betweenFields]),
    ...lines.flatMap((line) => [...pinyinTokens(line), betweenFields]),
  ];
  return [...tokens, ...filters].join(' ');
}

const charactersOf = (word: string) => Array.from(word.toWellFormed());
/** Characters that all words of three and more share in one query; each gets at least two. FTS5 reads every place of every token of a phrase. */
const maxPhraseCharacters = 24;
/** A beginning of this length is searched for even if a pair of characters repeats in it. */
const minRepeatingCharacters = 4;

/** The beginning of a word that the index is asked for. It ends with the word's share, or where a pair of characters comes again. */
function indexedBeginning(word: string, words: readonly string[]): string[] {
  const characters = charactersOf(word);
  const long = words.filter((each) => charactersOf(each).length > 2);
  const share = Math.max(2, Math.floor(maxPhraseCharacters / long.length));
  const known = new Set<string>();
  for (const [at, pair] of pairs(characters).entries()) {
    const length = at + 1;
    if (length >= share || (length >= minRepeatingCharacters && known.has(pair))) return characters.slice(0, length);
    known.add(pair);
  }
  return characters;
}

/** Whether the index is asked for the beginning of a word alone. */
export const isCutInIndex = (word: string, words: readonly string[]) =>
  word.length > 2 && indexedBeginning(word, words).length < charactersOf(word).length;

/** The FTS5 query for records that contain the beginning of every word. */
export function literalMatch(words: string[]): string {
  const phrases = words.map((word) => {
    const characters = digits(indexedBeginning(word, words).join(''));
    return `"${(characters.length === 1 ? characters : pairs(characters)).join(' ')}"`;
  });
  return [...new Set(phrases)].join(' AND ');
}

/**
 * The FTS5 query for records whose names are spelled with every word. A word in which a pair of letters comes again is looked for in
 * parts, and of a long word only the beginning. Records that match these count as matches.
 */
export function pinyinMatch(words: string[]): string {
  const share = Math.max(2, Math.floor(maxPhraseCharacters / words.length));
  const phrases = words.flatMap((word) => {
    const parts: string[] = [];
    for (let rest = word.slice(0, share); rest.length > 1; ) {
      const part = indexedBeginning(rest, [rest]).join('');
      parts.push(part);
      rest = rest.slice(part.length - 1);
    }
    return parts.map((part) => `"${pinyinTokens(part).join(' ')}"`);
  });
  return [...new Set(phrases)].join(' AND ');
}

/** An FTS5 query within the wanted values of each filter field. */
export function filteredMatch(match: string, filters: [field: number, values: unknown[]][]): string {
  const wanted = filters.map(
    ([field, values]) => `(${values.map((value) => `"${filterToken(field, value)}"`).join(' OR ')})`,
  );
  return [`(${match})`, ...wanted].join(' AND ');
}

const threes = (characters: string[]) =>
  characters.slice(2).map((third, at) => `${characters[at]}${characters[at + 1]}${third}`);

/** GIN stores no positions, so longer words are compared again; triples leave fewer candidates than pairs. */
export const termsOf = (words: string[]) => [
  ...new Set(
    words.flatMap((word) => {
      const characters = Array.from(word);
      if (characters.length === 1) return characters;
      return characters.length === 2 ? pairs(characters) : threes(characters);
    }),
  ),
];

/** Returns the terms that `pinyinTable` is searched for. */
export const pinyinTermsOf = (words: string[]) => [
  ...new Set(words.flatMap((word) => (word.length === 2 ? [word] : threes([...word])))),
];
