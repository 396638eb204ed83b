/** A test by its file below `tests/` and its full title; of a test over a table, one of its rows. */
export type Proof = readonly [file: string, title: string];

/** Names tests of a file. */
export function testsIn(file: string) {
  const titled = (...titles: string[]): Proof[] => titles.map((title) => [file, title]);
  return Object.assign(titled, {
    /** A test of a suite that runs on SQLite and on PostgreSQL. */
    onBoth: (suite: string, title: string) =>
      titled(...['sqlite', 'postgres'].map((database) => `${suite} (${database}) > ${title}`)),
    /** A test of a suite that runs on PostgreSQL too only with `TEST_DATABASES=both`. */
    onSqlite: (suite: string, title: string) => titled(`${suite} (sqlite) > ${title}`),
    /** Every row of a test over a table, whose title has `%` in the place of the row's name. */
    ofEach: (title: string, rows: readonly (string | number)[]) =>
      titled(...rows.map((row) => title.replace('%', String(row)))),
  });
}
