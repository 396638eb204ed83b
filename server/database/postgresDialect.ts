import { PostgresAdapter, PostgresDialect } from 'kysely';

/**
 * Kysely takes a lock of the session while it migrates, and with it waits an hour for tables. The lock of `migrate` ends
 * with its transaction, also where that fails or a pooler gives the session to others.
 */
class AdapterWithoutSessionLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

export class OurPostgresDialect extends PostgresDialect {
  override createAdapter = () => new AdapterWithoutSessionLock();
}
