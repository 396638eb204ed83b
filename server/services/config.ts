import { neededItems } from '../../contract/agreement.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { systemItem } from '../database/configItems.ts';
import { oneAtATime } from '../database/generation.ts';
import type { Db } from '../database/tables.ts';
import { CallError, type FieldErrors, InvalidInput } from '../errors.ts';
import type { Unit } from '../unit.ts';
import { sealConfigSecret } from './configSecret.ts';
import { checkTyped } from './contentParams.ts';
import type { Secrets } from './secrets.ts';

/** Every item in its order, as a client may read it: of a secret only whether it is set. */
export const readConfig = async (db: Db) =>
  (await readItems(db)).map((item) => ({ ...item, ...shownValue(item), is_set: item.value === '' ? 0 : 1 }));

const shownValue = ({ type, value }: { type: string; value: string }) => ({ value: type === 'secret' ? '' : value });

const readItems = (db: Db) =>
  db
    .selectFrom('config_item')
    .select(['id', 'groupId', 'en_name', 'zh_name', 'value', 'type', 'options', 'tip', 'sort', 'version'])
    .orderBy('sort')
    .orderBy('id')
    .execute();

/** The values of these items by name; one that is not there is empty. */
export async function configValues<N extends string>(db: Db, names: readonly N[]): Promise<Record<N, string>> {
  const rows = await db
    .selectFrom('config_item')
    .select(['en_name', 'value'])
    .where('en_name', 'in', [...names])
    .execute();
  const found = new Map(rows.map(({ en_name, value }) => [en_name, value]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? ''])) as Record<N, string>;
}

/**
 * Saves values by item name, all or none. Only while the configuration has the version that is sent, where one is.
 * @returns how many items were given, and the configuration's version then
 * @throws InvalidInput with every refused name; CallError `stale` with the items as they stand in `data.current`
 */
export async function saveConfig(
  { db, note, secrets }: Unit & { secrets: Secrets },
  given: Record<string, unknown>,
  version: number | null | undefined,
): Promise<{ saved: number; version: number }> {
  await oneAtATime(db, 'config');
  const items = await readItems(db);
  const current = Math.max(0, ...items.map((item) => item.version));
  if (typeof version === 'number' && version !== current)
    throw new CallError('stale', {}, { current: { version: current, ...pick(items, given) } });

  const values = await checked(items, given);
  const changed = items.filter((item) => values.has(item.en_name) && values.get(item.en_name) !== item.value);
  for (const { id, en_name, type, value: before } of changed) {
    const given = values.get(en_name) ?? '';
    const isSecret = type === 'secret';
    const value = isSecret ? sealConfigSecret(secrets, given) : given;
    await db
      .updateTable('config_item')
      .set({ value, version: current + 1, update_time: toIsoSeconds(new Date()) })
      .where('id', '=', id)
      .execute();
    const logged = (text: string) => ({ [en_name]: isSecret && text !== '' ? '***' : text });
    note({ target: 'config_item', target_id: id, before: logged(before), after: logged(value) });
  }
  return { saved: values.size, version: changed.length > 0 ? current + 1 : current };
}

type Item = Awaited<ReturnType<typeof readItems>>[number];

const pick = (items: Item[], given: Record<string, unknown>) =>
  Object.fromEntries(
    items.filter(({ en_name }) => Object.hasOwn(given, en_name)).map((item) => [item.en_name, shownValue(item).value]),
  );

const isEmpty = (value: unknown) => String(value ?? '').trim() === '';

async function checked(items: Item[], given: Record<string, unknown>): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(given)) {
    const item = items.find(({ en_name }) => en_name === name);
    const isNone = isEmpty(value);
    const verdict = !item || isNone ? undefined : await checkItem(value, item);
    if (!item) errors[name] = { key: 'field_unknown' };
    else if (
      isNone &&
      Object.hasOwn(neededItems, name) &&
      !(item.value === '' && isEmpty(given[neededItems[name] ?? '']))
    )
      errors[name] = { key: 'field_required' };
    else if (verdict && 'error' in verdict) errors[name] = verdict.error;
    else values.set(name, isNone && item.type === 'secret' ? item.value : asText(verdict?.value));
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return values;
}

const longestSecret = 500;

/** A value by its item's type, and a number of the system's own by its limits. */
async function checkItem(value: unknown, item: Item): Promise<Awaited<ReturnType<typeof checkTyped>>> {
  if (item.type === 'secret') {
    if (typeof value !== 'string') return { error: { key: 'field_kind' } };
    if (value.length > longestSecret) return { error: { key: 'field_too_long', values: { limit: longestSecret } } };
    return { value };
  }
  const verdict = await checkTyped(value, item);
  const { min = -Infinity, max = Infinity } = systemItem(item.en_name) ?? {};
  if (!verdict || 'error' in verdict) return verdict;
  if (Number(verdict.value) < min) return { error: { key: 'field_too_small', values: { limit: min } } };
  if (Number(verdict.value) > max) return { error: { key: 'field_too_large', values: { limit: max } } };
  return verdict;
}

/** Lists of words as the wire has them, other lists as JSON. */
function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Puts a value in as it is, for the seed and imports: they know what they write. */
export async function putConfigItem(db: Db, en_name: string, value: string): Promise<void> {
  const next = (Number((await readVersion(db))?.version) || 0) + 1;
  const now = toIsoSeconds(new Date());
  await db
    .insertInto('config_item')
    .values({ en_name, value, version: next, create_time: now, update_time: now })
    .onConflict((conflict) => conflict.column('en_name').doUpdateSet({ value, version: next, update_time: now }))
    .execute();
}

const readVersion = (db: Db) =>
  db
    .selectFrom('config_item')
    .select((select) => select.fn.max('version').as('version'))
    .executeTakeFirst();
