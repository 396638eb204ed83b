import { DatabaseSync } from 'node:sqlite';
import { type Field, type Table, tables } from './tables.ts';

/** A row as it is sent: every value a string, and nothing that is no value but of a time. */
export type Row = Record<string, string | null>;
export type Form = Record<string, string>;

interface Wanted {
  /** Fields and what they must be. */
  where?: Form;
  /** Is part of one of its texts. */
  searchKey?: string;
  page?: string;
  newestFirst?: boolean;
}

export type Store = ReturnType<typeof openStore>;
const pageSize = 10;

/** The tables in memory. Everything is kept as text, so that everything is text when it is sent. */
export function openStore() {
  const db = new DatabaseSync(':memory:');
  for (const [table, fields] of Object.entries(tables)) {
    db.exec(
      `create table "${table}" (id integer primary key, ${fields.map(({ name }) => `"${name}" text`).join(', ')})`,
    );
  }

  const rows = (sql: string, values: (string | number)[] = []) =>
    (db.prepare(sql).all(...values) as Row[]).map((row): Row => ({ ...row, id: String(row.id) }));

  function narrowed(table: Table, { where = {}, searchKey = '' }: Wanted) {
    const named = Object.entries(where);
    const texts = tables[table].filter(({ kind }) => kind === 'text').map(({ name }) => `"${name}" like ?`);
    const parts = named.map(([name]) => `"${name}" = ?`);
    if (searchKey) parts.push(`(${texts.join(' or ')})`);
    const values = [...named.map(([, value]) => value), ...(searchKey ? texts.map(() => `%${searchKey}%`) : [])];
    return { sql: `from "${table}" ${parts.length > 0 ? `where ${parts.join(' and ')}` : ''}`, values };
  }

  function all(table: Table, wanted: Wanted = {}, limit = ''): Row[] {
    const { sql, values } = narrowed(table, wanted);
    const sorted = tables[table].some(({ name }) => name === 'sort') && !wanted.newestFirst;
    const order = sorted ? 'cast("sort" as integer), id' : 'id desc';
    return rows(`select * ${sql} order by ${order} ${limit}`, values);
  }

  function page(table: Table, wanted: Wanted = {}) {
    const { sql, values } = narrowed(table, wanted);
    const at = Math.max(1, Number.parseInt(wanted.page ?? '1', 10) || 1);
    const [{ total } = { total: '0' }] = rows(`select count(*) total ${sql}`, values);
    const data = all(table, wanted, `limit ${pageSize} offset ${(at - 1) * pageSize}`);
    return { data, total: String(total) };
  }

  const find = (table: Table, id: string) => rows(`select * from "${table}" where id = ?`, [id])[0];

  /** Takes what is a field of the table, and ignores the rest. */
  function add(table: Table, form: Form): string {
    const now = spelledTime(new Date());
    const fields = tables[table];
    const given = fields.map((field) =>
      field.name === 'create_time' || field.name === 'update_time' ? now : kept(field, form[field.name]),
    );
    const marks = fields.map(() => '?').join(', ');
    const names = fields.map(({ name }) => `"${name}"`).join(', ');
    return String(db.prepare(`insert into "${table}" (${names}) values (${marks})`).run(...given).lastInsertRowid);
  }

  function edit(table: Table, id: string, form: Form): void {
    const fields = tables[table].filter(({ name }) => form[name] !== undefined);
    for (const field of fields)
      db.prepare(`update "${table}" set "${field.name}" = ? where id = ?`).run(kept(field, form[field.name]), id);
    const isDated = tables[table].some(({ name }) => name === 'update_time');
    if (isDated) db.prepare(`update "${table}" set update_time = ? where id = ?`).run(spelledTime(new Date()), id);
  }

  const remove = (table: Table, id: string) =>
    Number(db.prepare(`delete from "${table}" where id = ?`).run(id).changes) > 0;

  return { all, page, find, add, edit, remove, close: () => db.close() };
}

/** A value as its column keeps it; what is empty or was not given is the column's default. */
function kept({ kind, default: none }: Field, value: string | undefined): string | null {
  if (value === undefined || (value === '' && kind !== 'text')) return none;
  if (kind !== 'time') return value;
  const time = new Date(/^\d+$/.test(value) ? Number(value) * 1000 : value);
  return Number.isNaN(time.getTime()) ? none : spelledTime(time);
}

/** `Y-m-d H:i:s`, in the zone of the machine. */
export function spelledTime(time: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`;
}
