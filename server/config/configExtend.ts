import { configGroup } from '../../contract/entities/configGroup.ts';
import { configItem } from '../../contract/entities/configItem.ts';
import { maskedValue } from '../../contract/secrets.ts';
import { CallError, InvalidInput } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Db } from '../database/tables.ts';
import { assertConfirmed } from '../engine/assertConfirmed.ts';
import { asProgram, type Presence, type UnitOfWork } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';
import {
  assertExtensionsFit,
  extensionLength,
  lockConfig,
  raiseConfig,
  sealConfigSecret,
  shownValue,
} from './config.ts';
import { asText, checkItem, isNoSecret } from './configCheck.ts';

type Values = Record<string, unknown>;
type Work = UnitOfWork & { secrets: Secrets };

export const extensionGroups = async (db: Db) =>
  (await lifecycle.readAll(asProgram(db), configGroup)).filter(({ kind }) => kind === 'extend');

/** @throws CallError `not_found`, also for a built-in group */
export async function extensionGroup(db: Db, id: number) {
  const group = await lifecycle.read(asProgram(db), configGroup, id);
  if (group?.kind !== 'extend') throw new CallError('not_found');
  return group;
}

export async function removeGroup(context: UnitOfWork & Pick<Presence, 'admitAgain'>, id: number): Promise<void> {
  await lockConfig(context.db);
  await extensionGroup(context.db, id);
  const items = await context.db
    .selectFrom('config_item')
    .select(['id', 'type', 'value'])
    .where('groupId', '=', id)
    .execute();
  if (items.some(holdsSecret)) assertConfirmed(context);
  if (items.length > 0) await context.admitAgain([configItem.calls.delete]);
  for (const item of items) await lifecycle.remove(context, configItem, item.id);
  await lifecycle.remove(context, configGroup, id);
  await raiseConfig(context.db);
}

export async function addItem(context: Work, draft: Values): Promise<{ id: number }> {
  await assertGroup(context.db, draft);
  dropMask(draft, draft);
  if (holdsSecret(draft)) assertConfirmed(context);
  const before = await extensionLength(context.db);
  const created = await lifecycle.create(masked(context, draft), configItem, {
    ...draft,
    ...(await storedValue(context, draft)),
  });
  await assertExtensionsFit(context.db, before, 'value');
  await raiseConfig(context.db);
  return created;
}

export async function changeItem(context: Work, id: number, changes: Values) {
  await lockConfig(context.db);
  const before = await extensionItem(context.db, id);
  // Not the generic update, because that would answer the encrypted secret in the record.
  if (typeof changes.version === 'number' && changes.version !== before.version)
    throw new CallError('stale', {}, { current: { ...before, ...shownValue(before) } });
  await assertGroup(context.db, changes);
  const after = { ...before, ...changes };
  const isSecret = after.type === 'secret';
  dropMask(changes, before, after);
  if (before.type === 'secret' && isSecret && !changes.value) delete changes.value;
  // If the type changes to or from secret without a new value, the value is emptied, so that no secret is shown.
  else if (before.type !== after.type && (isSecret || before.type === 'secret') && !changes.value) changes.value = '';
  if ((before.type === 'secret' || isSecret) && 'value' in changes) assertConfirmed(context);
  const checked = 'value' in changes || 'type' in changes || 'options' in changes;
  const isKept = isSecret && !('value' in changes);
  const stored = checked && !isKept ? await storedValue(context, after, changes) : {};
  const lengthBefore = await extensionLength(context.db);
  const saved = await lifecycle.update(masked(context, isSecret ? after : before), configItem, id, {
    ...changes,
    ...stored,
  });
  await assertExtensionsFit(context.db, lengthBefore, 'value' in changes ? 'value' : 'options');
  await raiseConfig(context.db);
  return saved;
}

export async function removeItem(context: UnitOfWork, id: number): Promise<void> {
  await lockConfig(context.db);
  if (holdsSecret(await extensionItem(context.db, id))) assertConfirmed(context);
  await lifecycle.remove(context, configItem, id);
  await raiseConfig(context.db);
}

async function extensionItem(db: Db, id: number) {
  const item = await lifecycle.read(asProgram(db), configItem, id);
  if (!item) throw new CallError('not_found');
  await extensionGroup(db, item.groupId ?? 0);
  return item;
}

const holdsSecret = ({ type, value }: Values): boolean => type === 'secret' && Boolean(value);

/** Ignores a secret's mask that was sent back, whatever the item's type is or becomes. */
function dropMask(given: Values, ...items: Values[]): void {
  const isSecret = items.some(({ type }) => type === 'secret');
  if (isSecret && 'value' in given && isNoSecret(given.value)) given.value = '';
}

async function assertGroup(db: Db, { groupId }: Values): Promise<void> {
  if (groupId === undefined) return;
  const group = await lifecycle.read(asProgram(db), configGroup, Number(groupId));
  if (group?.kind !== 'extend') throw new InvalidInput({ groupId: { key: 'field_no_record' } });
}

async function storedValue({ db, secrets }: Work, item: Values, changes: Values = item): Promise<Values> {
  const value = 'value' in changes ? changes.value : item.value;
  if (String(value ?? '').trim() === '') return 'value' in changes ? { value: '' } : {};
  const { type = 'text', options = '', en_name } = item as Record<string, string>;
  const verdict = await checkItem(db, value, { type, options, en_name: String(en_name) });
  if (!verdict || 'error' in verdict) throw new InvalidInput({ value: verdict?.error ?? { key: 'field_kind' } });
  const text = asText(verdict.value);
  return { value: type === 'secret' ? sealConfigSecret(secrets, text) : text };
}

/** Hides secrets from the operation log, encrypted or not. */
function masked(context: Work, { type }: Values): Work {
  if (type !== 'secret') return context;
  const mask = (values?: Values) => values && { ...values, ...('value' in values && { value: maskedValue }) };
  const note: UnitOfWork['note'] = ({ before, after, ...change }) => {
    const [hidden, shown] = [mask(before), mask(after)];
    context.note({ ...change, ...(hidden && { before: hidden }), ...(shown && { after: shown }) });
  };
  return { ...context, note };
}
