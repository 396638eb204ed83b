import { sql } from 'kysely';

/** Whether an administrator, of the table `admin`, has an authenticator, and whether a passkey. */
export const hasTotpSql = sql<unknown>`exists (select 1 from totp where totp.admin_id = admin.id and pending = 0)`;
export const hasPasskeySql = sql<unknown>`exists (select 1 from passkey where passkey.admin_id = admin.id)`;
