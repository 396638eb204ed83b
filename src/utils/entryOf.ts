/** What a table has under a name that a back end sent; `constructor` and the like are no entries. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  Object.hasOwn(table, String(name)) ? table[String(name)] : undefined;
