import pg from 'pg';

/** Runs one statement on the database of a URL. */
export async function onPostgres(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
