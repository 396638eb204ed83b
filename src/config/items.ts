import type { Returned } from '../../contract/call.ts';
import type { sysConfig } from '../../contract/calls/config.ts';
import { codecs, encodeField } from '../../contract/codecs.ts';
import { systemItem } from '../../contract/configItems.ts';
import type { Field } from '../../contract/fields.ts';
import { paramField } from '../fields/params/useColumnParams.ts';

export interface Item {
  en_name: string;
  zh_name: string;
  type: string;
  options: string;
  tip: string;
  value: unknown;
  isSet: boolean;
  version: number;
  kind: string;
}

/** The form value of a secret to clear. An empty value leaves it unchanged. */
export const cleared = false;

/** Items are saved by name: those without a name and duplicates are dropped. */
export function itemsOf(rows: Returned<typeof sysConfig>): Item[] {
  const named = new Map(rows.toReversed().map((row) => [row.en_name, row]));
  return rows.filter((row) => row.en_name && named.get(row.en_name) === row).map(itemOf);
}

/** The value of a secret is never shown. */
function itemOf(row: Returned<typeof sysConfig>[number]): Item {
  const known = systemItem(String(row.en_name));
  const isSecret = known?.type === 'secret';
  return {
    en_name: String(row.en_name ?? ''),
    zh_name: String(row.zh_name || known?.zh_name || row.en_name || ''),
    type: String(isSecret ? 'secret' : row.type || (known?.type === 'image' ? 'image' : 'text')),
    options: String(row.options ?? ''),
    tip: String(row.tip || known?.tip || ''),
    value: row.value,
    isSet: row.is_set === 1 || (isSecret && Boolean(row.value)),
    version: Number(row.version ?? 0),
    kind: String(row.kind ?? ''),
  };
}

export const versionOf = (items: Item[]): number => Math.max(0, ...items.map(({ version }) => version));

const secret: Field = { kind: 'password', max: 500, writeOnly: true };

export function fieldOf({ en_name, type, options }: Pick<Item, 'en_name' | 'type' | 'options'>): Field {
  if (type === 'secret') return secret;
  const { min, max, allowsZero, pattern } = systemItem(en_name) ?? {};
  // Where 0 is allowed besides the range, only the server checks the minimum.
  const limits = {
    ...(min !== undefined && !allowsZero && { min }),
    ...(max !== undefined && { max }),
    ...(pattern && { pattern }),
  };
  if (type === 'number' && systemItem(en_name)) return { kind: 'int', ...limits };
  return { ...paramField({ type, options, value: '', required: 0 }), default: undefined, ...limits } as Field;
}

const isList = ({ type }: Pick<Item, 'type'>) => type === 'choices';

export function decoded(item: Item): unknown {
  const text = String(item.value ?? '');
  if (item.type === 'secret') return '';
  if (isList(item)) return text.split(',').filter(Boolean);
  const field = fieldOf(item);
  return codecs[field.kind].decode(text, field);
}

export function encoded(item: Item, value: unknown): string {
  if (isList(item)) return ((value as string[] | null) ?? []).join(',');
  return encodeField(fieldOf(item), value);
}
