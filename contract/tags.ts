/** The tags of a text that joins them by commas, as the contents' field `tags` has it; Chinese commas separate too. */
export const tagsOf = (text: unknown): string[] => [
  ...new Set(
    String(text ?? '')
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

export const joinTags = (tags: readonly string[]): string => [...new Set(tags)].join(',');
