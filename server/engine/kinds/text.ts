import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import { isBirthday } from '../../../contract/moment.ts';
import { isOneLine, tidied } from '../../../contract/oneLine.ts';
import { joinTags, typedTags } from '../../../contract/tags.ts';
import { phoneNumberOf } from '../../core/textFormats.ts';
import type { Row } from '../../database/tables.ts';
import { type KindRules, refuse, type Verdict } from './kindRules.ts';
import { checkLink } from './links.ts';

export const text: KindRules = {
  check: (checked) => {
    const { field, value, before, copiedFrom, name } = checked;
    if (field.tags) return { value: joinTags(typedTags(value, (before ?? copiedFrom)?.[name])) };
    if (field.phone) return checkTelephone(String(value ?? ''));
    if (field.birth && value && !isBirthday(String(value))) return refuse('format_birthday');
    return field.link ? checkLink(checked) : { value };
  },
  isAlwaysChecked: isUntidy,
  valueToCheck: sentOrTidied,
};

function checkTelephone(typed: string): Verdict {
  const number = phoneNumberOf(typed);
  return number === '' || /^\+?\d+$/.test(number) ? { value: number } : refuse('format_phone');
}

function isTidied(field: Field): boolean {
  return field.kind === 'items' || (field.kind === 'text' && isOneLine(field));
}

/** Whether a text was stored as no call stores it any more. */
export function isUntidy({ fields, calls }: Entity, name: string, _draft: object, before: Row | null): boolean {
  const field = fields[name];
  if (!before || !field || !isTidied(field) || !(name in (calls.update?.params ?? {}))) return false;
  const tidy = tidied(field, before[name]);
  return tidy !== before[name] && !isDeepStrictEqual(tidy, before[name]);
}

export function sentOrTidied(field: Field, sent: unknown, stored: unknown): unknown {
  return sent === undefined && isTidied(field) ? tidied(field, stored) : sent;
}
