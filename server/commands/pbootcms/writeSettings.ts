import { putConfigItem } from '../../config/config.ts';
import type { Db } from '../../database/tables.ts';
import type { Origins } from './origins.ts';
import type { PreparedSettings } from './settings.ts';

/** The values of a new database. An import may replace these and no others. */
const initialValues = ['', 'rTop Admin'];

/** @returns how many were written */
export async function writeSettings(
  db: Db,
  items: PreparedSettings['items'],
  origins: Origins,
  say: (note: string) => void,
): Promise<number> {
  let written = 0;
  for (const { name, value } of items) {
    if (origins.has('config_item', name)) continue;
    const current = await find(db, name);
    if (!initialValues.includes(current?.value ?? '')) {
      say(`The setting ${name} keeps the value that it has here.`);
      continue;
    }
    await putConfigItem(db, name, value);
    origins.add('config_item', name, (await find(db, name))?.id ?? 0);
    written++;
  }
  return written;
}

const find = (db: Db, en_name: string) =>
  db.selectFrom('config_item').select(['id', 'value']).where('en_name', '=', en_name).executeTakeFirst();
