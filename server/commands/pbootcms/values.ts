import { type Entity, systemFields } from '../../../contract/entity.ts';
import { toIsoSeconds } from '../../../contract/kinds.ts';
import { isSafeLink } from '../../../contract/links.ts';

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

/**
 * A text as its author typed it. PbootCMS stores input through `htmlspecialchars` and `addslashes` and reverses both for
 * display (its core/function/handle.php, `escape_string` and `decode_string`). A text that contains one of `< > " '` was
 * not escaped and is left as it is. NUL characters are removed (docs/contract.md, "Requests and replies").
 */
export function decodeText(stored: unknown): string {
  if (stored === null || stored === undefined) return '';
  const text = (stored instanceof Uint8Array ? Buffer.from(stored).toString('utf8') : String(stored)).replaceAll(
    '\0',
    '',
  );
  if (/[<>"']/.test(text)) return text;
  return text.replaceAll('\\\\', '\\').replace(/&(?:lt|gt|quot|#0?39|amp);/g, (entity) => entities[entity] ?? entity);
}

/** PbootCMS stores China's local time as `YYYY-MM-DD HH:mm:ss`. Null for no time, such as `0000-00-00 00:00:00`. */
export function chinaTime(text: string): string | null {
  const [, day, clock = '00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(text.trim()) ?? [];
  if (!day) return null;
  const date = new Date(`${day}T${clock}${seconds}+08:00`);
  return Number.isNaN(date.getTime()) ? null : toIsoSeconds(date);
}

export const flagOf = (text: string): 0 | 1 => (text === '1' ? 1 : 0);

/** The position in lists, cut to the field's bounds, because PbootCMS stores whatever was typed. */
export function sortOf(text: string): number {
  const n = Math.trunc(Number(text));
  const { min, max } = systemFields.sort;
  return Number.isNaN(n) ? 0 : Math.min(Math.max(n, min), max);
}

export function countOf(text: string): number {
  const n = Number(text);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
}

/** Cuts too long texts and removes forbidden links: a call would refuse these, an import reports them and continues. */
export function fitToContract<T extends Record<string, unknown>>(
  entity: Entity,
  values: T,
  label: string,
  say: (note: string) => void,
): T {
  const fitted = Object.entries(values).map(([name, value]) => {
    const field = entity.fields[name];
    if (typeof value !== 'string' || !field) return [name, value];
    if ((field.link || field.kind === 'image') && !isSafeLink(value)) {
      say(`${label}: the ${name} "${value.slice(0, 100)}" is not a link that may be used, so it was left out.`);
      return [name, ''];
    }
    const letters = [...value];
    if (!field.max || letters.length <= field.max) return [name, value];
    say(`${label}: the ${name} was cut from ${letters.length} to ${field.max} characters.`);
    return [name, letters.slice(0, field.max).join('')];
  });
  return Object.fromEntries(fitted) as T;
}
