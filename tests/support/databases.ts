import type { DatabaseKind } from './server.ts';

/** Where SQL, types or locks differ between the two databases. */
export const bothDatabases: readonly DatabaseKind[] = ['sqlite', 'postgres'];

/** Where both databases prove the same: SQLite alone, and PostgreSQL too with `TEST_DATABASES=both`. */
export const testedDatabases: readonly DatabaseKind[] =
  process.env.TEST_DATABASES === 'both' ? bothDatabases : ['sqlite'];
