import { InvalidInput } from '../core/errors.ts';

/** The words that a file may use besides wire names: for each field, and for each value of a field, a list of names. */
export interface FileWords {
  labels: Record<string, string[]>;
  choices: Record<string, Record<string, string[]>>;
  /** The zone of times without one; by default the server's. */
  zone: string | undefined;
}

const namesIn = (given: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries((given ?? {}) as object).map(([name, words]) => [
      name,
      [words].flat().map((word) => String(word).trim()),
    ]),
  );

/** @throws InvalidInput if the time zone does not exist */
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
