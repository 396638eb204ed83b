import { sql } from 'kysely';
import { programUsername } from './callContext.ts';

const separator = programUsername('', '');

/**
 * Returns what the administrator of a row with `admin_id` and `username` is called today: the nickname, which in a
 * program's name replaces its owner's user name. Empty if there is no nickname or no such administrator any more: then
 * the user name of that time says who it was.
 */
export function nicknameSql(table: 'operation_log' | 'record_version') {
  const username = sql.ref(`${table}.username`);
  return sql<string>`coalesce((select case
      when ${username} <> admin.username and ${username} like ${sql.lit(`%${separator}%`)}
      then replace(${username}, admin.username || ${sql.lit(separator)}, admin.nickname || ${sql.lit(separator)})
      else admin.nickname end
    from admin where admin.id = ${sql.ref(`${table}.admin_id`)} and admin.nickname <> ''), '')`;
}
