import { InvalidInput } from '../core/errors.ts';

/** What a file calls things beside their names on the wire: by field, and by field and value, each a list of names. */
export interface FileWords {
  labels: Record<string, string[]>;
  choices: Record<string, Record<string, string[]>>;
  /** The zone of times that name none; the server's own where none is given. */
  zone: string | undefined;
}

const namesIn = (given: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries((given ?? {}) as object).map(([name, words]) => [
      name,
      [words].flat().map((word) => String(word).trim()),
    ]),
  );

/** @throws InvalidInput where there is no such time zone */
export function fileWords({
  labels,
  choices,
  zone,
}: {
  labels?: unknown;
  choices?: unknown;
  zone?: string;
}): FileWords {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone || undefined });
  } catch {
    throw new InvalidInput({ zone: { key: 'field_choice' } });
  }
  const byField = Object.entries((choices ?? {}) as object).map(([field, names]) => [field, namesIn(names)]);
  return { labels: namesIn(labels), choices: Object.fromEntries(byField), zone: zone || undefined };
}
