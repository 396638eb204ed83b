import { sql } from 'kysely';
import { type SystemItem, type SystemItemName, systemItem, systemItems } from '../../contract/configItems.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { newRecordStamps } from '../core/clock.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import { bumpVersion, oneAtATime } from '../database/dataVersion.ts';
import type { Db } from '../database/tables.ts';
import { assertConfirmed } from '../engine/assertConfirmed.ts';
import type { UnitOfWork } from '../engine/callContext.ts';
import { lastEdit } from '../engine/write/lastEdit.ts';
import {
  checkBucket,
  checkFrameHosts,
  checkSecretTargets,
  checkValues,
  isNoSecret,
  isSecretOrTarget,
} from './configCheck.ts';

/** The data version of this name counts the changes of the configuration. */
export const generation = 'config';

/** Returns all items in order, as clients may read them: for a secret only whether it is set. */
export async function readConfig(db: Db, groupId?: number) {
  const version = await configVersion(db);
  const items = (await readItems(db)).filter((item) => groupId === undefined || item.groupId === groupId);
  return items.map((item) => ({ ...item, ...shownValue(item), version }));
}

export const shownValue = ({ type, value }: { type: string; value: string }) => ({
  value: type === 'secret' ? '' : value,
  is_set: value === '' ? 0 : 1,
});

const readItems = (db: Db) =>
  db
    .selectFrom('config_item')
    .leftJoin('config_group', 'config_group.id', 'config_item.groupId')
    .select(['config_item.id', 'groupId', 'en_name', 'zh_name', 'value', 'type', 'options', 'tip'])
    .select(['config_item.sort', 'config_group.kind'])
    .orderBy('config_item.sort')
    .orderBy('config_item.id')
    .execute();

async function configVersion(db: Db): Promise<number> {
  const row = await db.selectFrom('generation').select('n').where('entity', '=', generation).executeTakeFirst();
  return 1 + Number(row?.n ?? 0);
}

export const lockConfig = (db: Db) => oneAtATime(db, generation);
export const raiseConfig = (db: Db) => bumpVersion(db, generation);

export async function configValues<N extends string>(db: Db, names: readonly N[]): Promise<Record<N, string>> {
  const rows = await db
    .selectFrom('config_item')
    .select(['en_name', 'value'])
    .where('en_name', 'in', [...names])
    .execute();
  const found = new Map(rows.map(({ en_name, value }) => [en_name, value]));
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? ''])) as Record<N, string>;
}

interface Saving {
  given: Record<string, unknown>;
  clear: string[];
  version: number | null | undefined;
}

/**
 * Saves all items or none. Only people with a confirmed identity may change secrets and what says where these are sent,
 * and only super administrators those of SMS.
 * @throws InvalidInput with every refused name
 * @throws CallError `config_stale` with `data.current`, `confirm_needed`, `program_call`
 */
export async function saveConfig(
  { db, admin, note, secrets }: UnitOfWork & { secrets: Secrets },
  { given, clear, version }: Saving,
): Promise<{ saved: number; version: number }> {
  await lockConfig(db);
  const items = await readItems(db);
  const current = await configVersion(db);
  const named = [...Object.keys(given), ...clear];
  if (typeof version === 'number' && version !== current)
    throw new CallError(
      'config_stale',
      {},
      { current: { version: current, ...pick(items, named) }, by: await lastEdit(db, 'config_item') },
    );

  const values = await checkValues(db, items, given);
  for (const name of clear) {
    if (items.find(({ en_name }) => en_name === name)?.type !== 'secret')
      throw new InvalidInput({ [name]: { key: 'field_unknown' } });
    if (isNoSecret(given[name])) values.set(name, '');
  }
  checkBucket(items, values);
  checkFrameHosts(items, values);
  checkSecretTargets(items, values, given);
  // Any input for a secret counts as new, even the encrypted text of the old value.
  const isNewSecret = ({ type, en_name }: Item) => type === 'secret' && !isNoSecret(given[en_name]);
  const changed = items.filter(
    (item) => isNewSecret(item) || (values.has(item.en_name) && values.get(item.en_name) !== item.value),
  );
  const lengthBefore = await extensionLength(db);
  const guarded = changed.filter((item) => isSecretOrTarget(items, item));
  if (guarded.length > 0) {
    assertConfirmed({ admin });
    // A program that chose the SMS gateway would get all sign-in codes, and keep its access after its token ends.
    if (admin?.programTokenId) throw new CallError('program_call');
    const ofSms = guarded.filter(({ en_name }) => systemItem(en_name)?.group === 'sms');
    // Such a code signs in any administrator, so only someone who holds every right may choose where codes go.
    if (ofSms.length > 0 && admin && !admin.isSuper)
      throw new InvalidInput(
        Object.fromEntries(ofSms.map(({ en_name }) => [en_name, { key: 'sms_super' }])),
        'sms_super',
      );
  }
  for (const { id, en_name, type, value: before } of changed) {
    const isSecret = type === 'secret';
    const given = values.get(en_name) ?? '';
    const value = isSecret && given !== '' ? sealConfigSecret(secrets, given) : given;
    await db
      .updateTable('config_item')
      .set((set) => ({ value, version: set('version', '+', 1), update_time: toIsoSeconds(new Date()) }))
      .where('id', '=', id)
      .execute();
    const logged = (text: string) => ({ [en_name]: isSecret && text !== '' ? maskedValue : text });
    note({ target: 'config_item', target_id: id, before: logged(before), after: logged(value) });
    if (systemItem(en_name)?.reported)
      await report(db, `${admin?.username ?? ''} changed ${en_name} from ${before} to ${value}`);
  }
  const extension = changed.findLast(({ kind }) => kind === 'extend');
  if (extension) await assertExtensionsFit(db, lengthBefore, extension.en_name);
  if (changed.length > 0) await raiseConfig(db);
  return { saved: values.size, version: changed.length > 0 ? current + 1 : current };
}

/** Limits the characters of values and options: the site reads all values at once, the console's screens both. */
const longestExtensions = 500_000;

export async function extensionLength(db: Db): Promise<number> {
  const { length } = await db
    .selectFrom('config_item')
    .innerJoin('config_group', 'config_group.id', 'config_item.groupId')
    .select(sql<number | null>`sum(length(config_item.value) + length(config_item.options))`.as('length'))
    .where('kind', '=', 'extend')
    .executeTakeFirstOrThrow();
  return Number(length ?? 0);
}

/**
 * @param before their length before the write: extensions that are too long already may be made shorter
 * @throws InvalidInput at `field`
 */
export async function assertExtensionsFit(db: Db, before: number, field: string): Promise<void> {
  const length = await extensionLength(db);
  if (length > longestExtensions && length > before)
    throw new InvalidInput({ [field]: { key: 'config_full', values: { limit: longestExtensions } } });
}

/** Inserts the row in the same transaction. As a line of the limited run log, many other lines could hide it. */
const report = (db: Db, message: string) =>
  db
    .insertInto('run_log')
    .values({ level: 'warn', event: 'config', message, create_time: toIsoSeconds(new Date()) } as never)
    .execute();

type Item = Awaited<ReturnType<typeof readItems>>[number];

const pick = (items: Item[], names: string[]) =>
  Object.fromEntries(
    items.filter(({ en_name }) => names.includes(en_name)).map((item) => [item.en_name, shownValue(item).value]),
  );

/** Stores a value unchecked, for the seed and imports, whose values are known to be valid. */
export async function putConfigItem(db: Db, en_name: string, value: string): Promise<void> {
  const now = toIsoSeconds(new Date());
  await db
    .insertInto('config_item')
    .values({ en_name, value, ...newRecordStamps(now) } as never)
    .onConflict((conflict) => conflict.column('en_name').doUpdateSet({ value, update_time: now }))
    .execute();
  await raiseConfig(db);
}

/** `secrets` seals these values for this purpose. */
export const configPurpose = 'config';

export const sealConfigSecret = (secrets: Secrets, value: string) => secrets.seal(configPurpose, value);

/** Decrypts a `secret` item's value; undefined if none is set, or it was encrypted with another key. */
export const openConfigSecret = (secrets: Secrets, stored: string) =>
  stored === '' ? undefined : secrets.open(configPurpose, stored);

/** Returns the number in a system item, or its default if the value is no number or out of range. */
export function configNumber(name: SystemItemName, stored: string | null | undefined): number {
  const { min = 0, max = 0, allowsZero, value }: SystemItem = systemItems[name];
  const n = Number(stored);
  if (allowsZero && stored === '0') return 0;
  return n >= min && n <= max ? n : Number(value);
}

export const webInfo = (db: Db) => configValues(db, ['web_title', 'web_logo']);
