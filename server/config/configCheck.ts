import { bucketItems, type SystemItemName, secretTargets, systemItem } from '../../contract/configItems.ts';
import { neededItems } from '../../contract/configScreens.ts';
import { formatOf } from '../../contract/formats.ts';
import { hostsIn } from '../../contract/frameHosts.ts';
import { type FieldErrors, InvalidInput } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import { checkTyped, type Typed } from '../engine/kinds/contentParams.ts';

export interface Checked extends Typed {
  en_name: string;
  value: string;
}
type Verdict = Awaited<ReturnType<typeof checkTyped>>;

const longestSecret = 500;
const isEmpty = (value: unknown) => String(value ?? '').trim() === '';

/** Clients show this in place of a stored secret, and send it back with the rest of a form. */
const mask = /^[*•●∙·]*$/;
/** Whether the input for a secret means no change: it is empty or a mask. */
export const isNoSecret = (value: unknown) => mask.test(String(value ?? '').trim());

/** An empty or masked secret keeps its value. @throws InvalidInput with every refused name */
export async function checkValues(
  db: Db,
  items: Checked[],
  given: Record<string, unknown>,
): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(given)) {
    const item = items.find(({ en_name }) => en_name === name);
    const isNone = item?.type === 'secret' ? isNoSecret(value) : isEmpty(value);
    const verdict = !item || isNone ? undefined : await checkItem(db, value, item);
    if (!item) errors[name] = { key: 'field_unknown' };
    else if (isNone && isNeeded(item, given)) errors[name] = { key: 'field_required' };
    else if (verdict && 'error' in verdict) errors[name] = verdict.error;
    else values.set(name, isNone && item.type === 'secret' ? item.value : asText(verdict?.value));
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return values;
}

/** @throws InvalidInput if these values configure a bucket only partly */
export function checkBucket(items: Checked[], values: ReadonlyMap<string, string>): void {
  if (!bucketItems.some((name) => values.has(name))) return;
  const valueAfterSave = (name: string) =>
    values.get(name) ?? items.find(({ en_name }) => en_name === name)?.value ?? '';
  const empty = bucketItems.filter((name) => valueAfterSave(name) === '');
  if (empty.length === 0 || empty.length === bucketItems.length) return;
  const needed = empty.map((name): [string, FieldErrors[string]] => [name, { key: 'field_required' }]);
  throw new InvalidInput(Object.fromEntries(needed), 'cos_together');
}

const siteItems = ['web_basehost', 'web_page_url', 'web_column_url', 'console_url'];

/**
 * Refuses the hosts of the site and the console. An embedded page keeps its origin, so one of theirs could do what
 * their own scripts do.
 * @throws InvalidInput
 */
export function checkFrameHosts(items: Checked[], values: ReadonlyMap<string, string>): void {
  if (![...siteItems, 'web_frame_hosts'].some((name) => values.has(name))) return;
  const stands = (name: string) => values.get(name) ?? items.find(({ en_name }) => en_name === name)?.value ?? '';
  const hosts = hostsIn(stands('web_frame_hosts'));
  const own = siteItems.map((name) => URL.parse(stands(name).replace(/^(?!https?:\/\/)/, 'https://'))?.hostname ?? '');
  const host = hosts.find((each) => own.includes(each));
  if (host) throw new InvalidInput({ web_frame_hosts: { key: 'frame_host_own', values: { host } } });
}

/** Whoever changes a secret's target must enter the secret again. @throws InvalidInput at each such secret */
export function checkSecretTargets(
  items: Checked[],
  values: ReadonlyMap<string, string>,
  given: Record<string, unknown>,
): void {
  const stored = (name: string) => items.find(({ en_name }) => en_name === name)?.value ?? '';
  const isKept = (name: string) => stored(name) !== '' && isNoSecret(given[name]) && values.get(name) !== '';
  // If the target is empty, the secret is sent nowhere.
  const isMoved = (name: string) => !['', stored(name), undefined].includes(values.get(name));
  const missing = Object.entries(secretTargets).filter(([name, targets]) => isKept(name) && targets.some(isMoved));
  if (missing.length > 0)
    throw new InvalidInput(Object.fromEntries(missing.map(([name]) => [name, { key: 'secret_again' as const }])));
}

/** A stolen session must not change these. */
const guarded: readonly string[] = [
  // These say where mails and links with a token lead.
  'console_url',
  'web_page_url',
  'smtp_host',
  'smtp_from',
  'message_mail_to',
  // These say how long a session lasts.
  'session_days',
  'session_idle_hours',
  'session_limit',
  // These say how long records of the past are kept, and whether backups are made.
  'log_days',
  'version_days',
  'backup_on',
  'backup_daily',
  'backup_weekly',
  'backup_monthly',
] satisfies SystemItemName[];

/**
 * Whether an item is a secret, says where a stored one is sent, or is another that a stolen session must not change.
 */
export const isSecretOrTarget = (items: Checked[], { type, en_name }: Checked): boolean =>
  type === 'secret' ||
  guarded.includes(en_name) ||
  items.some(({ en_name: name, value }) => value !== '' && targetsOf(name).includes(en_name));

const targetsOf = (name: string): readonly string[] =>
  Object.hasOwn(secretTargets, name) ? (secretTargets[name as SystemItemName] ?? []) : [];

/** An item is not needed if everything that needs it is empty too. */
const isNeeded = ({ en_name, value }: Checked, given: Record<string, unknown>) =>
  // A system number cannot be empty, because the default would then apply without being visible.
  (systemItem(en_name)?.type === 'number' && value !== '') ||
  (Object.hasOwn(neededItems, en_name) && !(value === '' && isEmpty(given[neededItems[en_name] ?? ''])));

export async function checkItem(db: Db, value: unknown, item: Omit<Checked, 'value'>): Promise<Verdict> {
  if (item.type === 'secret') {
    if (typeof value !== 'string') return { error: { key: 'field_kind' } };
    const { min = 0 } = systemItem(item.en_name) ?? {};
    if (value.length < min) return { error: { key: 'field_too_short', values: { limit: min } } };
    if (value.length > longestSecret) return { error: { key: 'field_too_long', values: { limit: longestSecret } } };
    return { value };
  }
  const verdict = await checkTyped(db, value, item);
  const limits = systemItem(item.en_name);
  if (!verdict || 'error' in verdict || !limits) return verdict;
  const { min = -Infinity, max = Infinity, allowsZero, pattern } = limits;
  const text = String(verdict.value);
  if (item.type === 'number') {
    if (!Number.isInteger(verdict.value)) return { error: { key: 'format_int' } };
    if (allowsZero && verdict.value === 0) return verdict;
    if (Number(text) < min) return { error: { key: 'field_too_small', values: { limit: min } } };
    if (Number(text) > max) return { error: { key: 'field_too_large', values: { limit: max } } };
    return verdict;
  }
  if (text.length > max) return { error: { key: 'field_too_long', values: { limit: max } } };
  if (!pattern || new RegExp(pattern).test(text)) return verdict;
  return { error: { key: formatOf(pattern) ?? 'field_kind' } };
}

/** Writes lists of words in their wire format, other lists as JSON. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
