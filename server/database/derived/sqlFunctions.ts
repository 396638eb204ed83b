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

/**
 * The tokens of the search index on SQLite: one of fixed length for each character and one for each pair of neighbours,
 * so that a text of two or more characters is a phrase of pairs. A separator token stands between fields.
 */
const betweenFields = 'z';
const widest = 4; // hexadecimal digits of the highest code point

const digits = (text: string) =>
  Array.from(text, (character) => (character.codePointAt(0) as number).toString(36).padStart(widest, '0'));
const pairs = (characters: string[]) => characters.slice(1).map((next, at) => `${characters[at]}${next}`);

/**
 * Lower-cases only ASCII letters, as both databases do: SQLite always, PostgreSQL under the "C" collation of our columns.
 */
export const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const filterToken = (field: number, value: unknown) => `f${field}v${digits(String(value ?? '')).join('')}`;

/**
 * The tokens to index for a record.
 * @param searched how many of the values are searched texts; the rest are filter values
 */
export function indexedTokens(searched: number, ...values: unknown[]): string {
  const texts = values.slice(0, searched).map((value) => digits(lowered(String(value ?? '')).toWellFormed()));
  const filters = values.slice(searched).map((value, at) => filterToken(at, value));
  return [...texts.flatMap((text) => [...pairs(text), betweenFields, ...text, betweenFields]), ...filters].join(' ');
}

/**
 * The FTS5 query for records that contain every word. `filters` are the wanted values of each filter field, by its
 * position.
 */
export function matchOf(words: string[], filters: [field: number, values: unknown[]][]): string {
  const phrases = words.map((word) => {
    const characters = digits(word.toWellFormed());
    return `"${(characters.length === 1 ? characters : pairs(characters)).join(' ')}"`;
  });
  const wanted = filters.map(
    ([field, values]) => `(${values.map((value) => `"${filterToken(field, value)}"`).join(' OR ')})`,
  );
  return [...phrases, ...wanted].join(' AND ');
}

const threes = (characters: string[]) =>
  characters.slice(2).map((third, at) => `${characters[at]}${characters[at + 1]}${third}`);

/**
 * The same for the array that PostgreSQL indexes: characters, pairs and triples. GIN stores no positions, so records with
 * all parts of a longer word are compared with it completely; triples leave fewer of them than pairs.
 */
export const termsOf = (words: string[]) => [
  ...new Set(
    words.flatMap((word) => {
      const characters = Array.from(word);
      if (characters.length === 1) return characters;
      return characters.length === 2 ? pairs(characters) : threes(characters);
    }),
  ),
];
