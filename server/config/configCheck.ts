import { neededItems } from '../../contract/agreement.ts';
import { bucketItems, secretTargets, systemItem } from '../../contract/configItems.ts';
import { formatOf } from '../../contract/formats.ts';
import { type FieldErrors, InvalidInput } from '../core/errors.ts';
import { checkTyped, type Typed } from '../engine/contentParams.ts';

/** An item as a value is checked against it. */
export interface Checked extends Typed {
  en_name: string;
  /** As it is stored. */
  value: string;
}
type Verdict = Awaited<ReturnType<typeof checkTyped>>;

const longestSecret = 500;
const isEmpty = (value: unknown) => String(value ?? '').trim() === '';

/** Clients show some such in the place of a secret that is set, and send it back with the rest of a form. */
const mask = /^[*•●∙·]*$/;
/** Whether what is given for a secret is none: the one that it has stays. */
export const isNoSecret = (value: unknown) => mask.test(String(value ?? '').trim());

/**
 * The values that are given by item name, as they are stored; an empty one of a secret, or its mask, is the one that it has.
 * @throws InvalidInput with every refused name
 */
export async function checkValues(items: Checked[], given: Record<string, unknown>): Promise<Map<string, string>> {
  const values = new Map<string, string>();
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(given)) {
    const item = items.find(({ en_name }) => en_name === name);
    const isNone = item?.type === 'secret' ? isNoSecret(value) : isEmpty(value);
    const verdict = !item || isNone ? undefined : await checkItem(value, item);
    if (!item) errors[name] = { key: 'field_unknown' };
    else if (isNone && isNeeded(item, given)) errors[name] = { key: 'field_required' };
    else if (verdict && 'error' in verdict) errors[name] = verdict.error;
    else values.set(name, isNone && item.type === 'secret' ? item.value : asText(verdict?.value));
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return values;
}

/** @throws InvalidInput where, with these values, a bucket is named in part alone */
export function checkBucket(items: Checked[], values: ReadonlyMap<string, string>): void {
  if (!bucketItems.some((name) => values.has(name))) return;
  const stands = (name: string) => values.get(name) ?? items.find(({ en_name }) => en_name === name)?.value ?? '';
  const empty = bucketItems.filter((name) => stands(name) === '');
  if (empty.length === 0 || empty.length === bucketItems.length) return;
  const needed = empty.map((name): [string, FieldErrors[string]] => [name, { key: 'field_required' }]);
  throw new InvalidInput(Object.fromEntries(needed), 'cos_together');
}

/**
 * A kept secret goes nowhere else than before: whoever changes where it goes must know it.
 * @param given as it was sent: a secret that stands there is a new one
 * @throws InvalidInput at each secret that has to be given again
 */
export function checkSecretTargets(
  items: Checked[],
  values: ReadonlyMap<string, string>,
  given: Record<string, unknown>,
): void {
  const stored = (name: string) => items.find(({ en_name }) => en_name === name)?.value ?? '';
  const isKept = (name: string) => stored(name) !== '' && isNoSecret(given[name]) && values.get(name) !== '';
  // With an empty one the secret goes nowhere.
  const isMoved = (name: string) => !['', stored(name), undefined].includes(values.get(name));
  const asked = Object.entries(secretTargets).filter(([name, targets]) => isKept(name) && targets.some(isMoved));
  if (asked.length > 0)
    throw new InvalidInput(Object.fromEntries(asked.map(([name]) => [name, { key: 'secret_again' as const }])));
}

/** Not where all that needs it is empty too. */
const isNeeded = ({ en_name, value }: Checked, given: Record<string, unknown>) =>
  // Of a number of the program's own there is always one: without it another would hold that nobody sees.
  (systemItem(en_name)?.type === 'number' && value !== '') ||
  (Object.hasOwn(neededItems, en_name) && !(value === '' && isEmpty(given[neededItems[en_name] ?? ''])));

/** A value by its item's type, and one of the system's own by its limits. */
export async function checkItem(value: unknown, item: Omit<Checked, 'value'>): Promise<Verdict> {
  if (item.type === 'secret') {
    if (typeof value !== 'string') return { error: { key: 'field_kind' } };
    if (value.length > longestSecret) return { error: { key: 'field_too_long', values: { limit: longestSecret } } };
    return { value };
  }
  const verdict = await checkTyped(value, item);
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

/** Lists of words as the wire has them, other lists as JSON. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
