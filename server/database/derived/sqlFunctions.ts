/** Removes size suffix and extension: a picture and its thumbnails become equal. For PostgreSQL see `uses.ts`. */
export const withoutEnd = (url: string) => url.replace(/(-[0-9]+)?\.[A-Za-z0-9]+$/, '');

/**
 * Only so many characters of a value are read, far more than a field may have. A restored backup can hold longer
 * values, which would take gigabytes.
 */
const maxLength = { searched: 50_000, scanned: 2_000_000 };

/** The SQL function whose result is `itemTexts`. For PostgreSQL see `searchIndex.ts`. Indexes hold what it returned. */
export const itemTextsFunction = 'item_texts_1';

/**
 * Returns the values of these fields in the items of a JSON list, one a line; none for a text that is no list, which a
 * restored backup can hold.
 */
export function itemTexts(list: unknown, ...names: string[]): string {
  try {
    const items: unknown = JSON.parse(String(list || '[]').slice(0, maxLength.scanned));
    return Array.isArray(items) ? items.flatMap((item) => names.map((name) => item?.[name] ?? '')).join('\n') : '';
  } catch {
    return '';
  }
}

/** No file of the library has a longer URL. An index of PostgreSQL takes 2,700 bytes. */
export const maxUploadUrl = 500;

/** Returns the stems of all library URLs (from `/upload/` on) in a text, as JSON for SQLite's triggers. */
export function uploadStems(held: unknown): string {
  const urls =
    String(held ?? '')
      .slice(0, maxLength.scanned)
      .match(/\/upload\/[A-Za-z0-9_./-]*[A-Za-z0-9]/g) ?? [];
  return JSON.stringify([...new Set(urls.filter(({ length }) => length <= maxUploadUrl).map(withoutEnd))]);
}

/** Separates fields among SQLite's tokens. These have a fixed length, one for each character and pair of neighbours. */
const betweenFields = 'z';
const widest = 4; // hexadecimal digits of the highest code point

const digits = (text: string) =>
  Array.from(text.slice(0, maxLength.searched), (character) =>
    (character.codePointAt(0) as number).toString(36).padStart(widest, '0'),
  );
const pairs = (characters: string[]) => characters.slice(1).map((next, at) => `${characters[at]}${next}`);

/**
 * Lowers only ASCII letters, as both databases do: SQLite always, PostgreSQL under the "C" collation of our columns.
 */
export const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns a token for each pair of neighbouring letters of a spelling. */
const pinyinTokens = (line: string) => pairs([...line]).map((pair) => `p${pair}`);

/** The SQL function that makes the tokens. Indexes hold them: whoever changes these raises the number in the name. */
export const searchTokensFunction = 'search_tokens_2';
/**
 * Earlier names of the function. Triggers in databases of earlier programs call it by these, and an upgrade may write
 * records before it makes the triggers anew. Whoever raises the number adds the name from before here.
 */
export const earlierSearchTokensFunctions = ['search_tokens'];

/** Returns the form in which texts are compared: NFKC (full and half width are equal), with A to Z in lower case. */
export const searchForm = (text: string): string => lowered(text.normalize('NFKC'));

const filterToken = (field: number, value: unknown) => `f${field}v${digits(String(value ?? '')).join('')}`;

/**
 * @param searched how many of the values are searched texts
 * @param spelled how many of the values after these are spellings of names; the rest are filter values
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
/**
 * All words of three and more characters share so many in one query; each gets at least two. FTS5 reads every position
 * of every token of a phrase.
 */
const maxPhraseCharacters = 24;
/** A beginning may grow to this length even if a pair of characters repeats in it. */
const minRepeatingCharacters = 4;

/** Returns the indexed beginning of a word. It ends with the word's share, or where a pair of characters repeats. */
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

/** Whether the index is searched only for the beginning of a word. */
export const isCutInIndex = (word: string, words: readonly string[]) =>
  word.length > 2 && indexedBeginning(word, words).length < charactersOf(word).length;

/** Returns the FTS5 query for records that contain the beginning of every word. */
export function literalMatch(words: string[]): string {
  const phrases = words.map((word) => {
    const characters = digits(indexedBeginning(word, words).join(''));
    return `"${(characters.length === 1 ? characters : pairs(characters)).join(' ')}"`;
  });
  return [...new Set(phrases)].join(' AND ');
}

/**
 * Returns the FTS5 query for records whose names are spelled with every word. A word in which a pair of letters repeats
 * is searched for in parts, and only the beginning of a long word. Records that match these count as matches.
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

/** Limits an FTS5 query to the wanted values of each filter field. */
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
