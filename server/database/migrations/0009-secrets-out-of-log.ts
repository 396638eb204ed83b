import { type Kysely, sql } from 'kysely';

const atOnce = 500;
const hidden = '***';
/**
 * Fields that were secret at the time of this migration, by entity. Bulk edits logged their `fields` as they were sent.
 */
const secrets: Record<string, string> = { admin: 'password', config_item: 'value' };

interface Row {
  id: number;
  path: string;
  params: string | null;
  code: number;
  target_id: number | null;
}
type Values = Record<string, unknown>;

/**
 * Takes the secrets out of the operation log that earlier versions left there: those of bulk edits, and what was typed
 * as the user name of a failed sign-in if no account has that name (it may be a password). Run twice it does no more.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const names = new Set<string>();
  const admins = await sql<{ username: string }>`select username from admin`.execute(db);
  for (const { username } of admins.rows) names.add(username);
  for (let last = 0; ; ) {
    const { rows } = await sql<Row>`select id, path, params, code, target_id from operation_log
      where id > ${last} and path in ('base.Bulk/edit', 'auth.auth/login') order by id limit ${atOnce}`.execute(db);
    const changed = rows
      .map((row) => ({ id: row.id, from: row.params, to: cleaned(row, names) }))
      .filter(({ from, to }) => from !== to);
    if (changed.length > 0) {
      const values = changed.map(({ id, to }) => sql`when ${id} then ${to}`);
      await sql`update operation_log set params = case id ${sql.join(values, sql` `)} end
        where id in (${sql.join(changed.map(({ id }) => id))})`.execute(db);
    }
    if (rows.length < atOnce) return;
    last = Number(rows.at(-1)?.id);
  }
}

function cleaned({ path, params, code, target_id }: Row, names: Set<string>): string | null {
  const values = read(params);
  if (!values) return params;
  if (path === 'base.Bulk/edit') {
    const { entity, fields } = values;
    const secret = secrets[String(entity)];
    if (!secret || !isValues(fields) || !(secret in fields)) return params;
    return JSON.stringify({ ...values, fields: { ...fields, [secret]: hidden } });
  }
  const isKnown = code === 1 || target_id !== null || names.has(String(values.username));
  return isKnown ? params : JSON.stringify({ ...values, username: hidden });
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function read(params: string | null): Values | undefined {
  try {
    const values: unknown = JSON.parse(params ?? '');
    return isValues(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
