const tagsBetween = (separator: RegExp, text: unknown): string[] =>
  String(text ?? '')
    .split(separator)
    .map((tag) => tag.trim())
    .filter(Boolean);

/** Splits a text that joins tags by commas, as the contents' field `tags` does. Chinese commas separate too. */
export const tagsOf = (text: unknown): string[] => [...new Set(tagsBetween(/[,，]/, text))];

/** These characters separate tags that people type, paste, import or send. */
export const typedSeparator = /[,，、;；]/;

/**
 * Splits what people type, paste, import or send into tags.
 * @param stored the record's tags so far: one that contains a separator is kept whole
 */
export function typedTags(text: unknown, stored?: unknown): string[] {
  const known = new Set(tagsOf(stored));
  const typed = tagsOf(text).flatMap((tag) => (known.has(tag) ? [tag] : tagsBetween(typedSeparator, tag)));
  return [...new Set(typed)];
}

export const joinTags = (tags: readonly string[]): string => [...new Set(tags)].join(',');
