export const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined;

/** Also true for an empty list or object. */
export const isBlank = (value: unknown): boolean =>
  isEmpty(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** JSON for comparing two values: blank values are left out, and keys are sorted. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => {
    if (isBlank(part)) return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  }) ?? 'null';

/** Looks up a name that a back end sent; inherited names such as `constructor` are no entries. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  Object.hasOwn(table, String(name)) ? table[String(name)] : undefined;
