import { sql } from 'kysely';
import { admin, lockSeconds } from '../../contract/entities/admin.ts';
import { sqlFromNow, sqlNow } from '../database/now.ts';
import type { Feature } from '../engine/hooks.ts';

/** Whether an administrator, of the table `admin`, has an authenticator, and whether a passkey. */
export const hasTotpSql = sql<unknown>`exists (select 1 from totp where totp.admin_id = admin.id and pending = 0)`;
export const hasPasskeySql = sql<unknown>`exists (select 1 from passkey where passkey.admin_id = admin.id)`;

/** Administrators show until when their account is locked, and their second factors. */
export const accounts: Feature = {
  name: 'accounts',
  isAbout: ({ name }) => name === admin.name,
  derived: {
    // A lock lasts no longer than `lockSeconds`; a later end was written by a clock that was ahead.
    locked_until: (db) =>
      sql`case when locked_until > ${sqlNow(db)} and locked_until <= ${sqlFromNow(db, lockSeconds)} then locked_until end`,
    totp: () => sql`case when ${hasTotpSql} then 1 else 0 end`,
    passkeys: () => sql`(select count(*) from passkey where passkey.admin_id = admin.id)`,
  },
};
