import { toIsoSeconds } from '../../../contract/kinds.ts';

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

/**
 * A text as its author typed it. PbootCMS stores what is typed into its console through `htmlspecialchars` and
 * `addslashes` and undoes both when it shows it (its core/function/handle.php, `escape_string` and `decode_string`).
 * A text that holds one of `< > " '` did not go that way and is left as it is. NUL characters go (docs/contract.md, "Requests and replies").
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

/** PbootCMS writes local times of China, `YYYY-MM-DD HH:mm:ss`; null where there is none, as in `0000-00-00 00:00:00`. */
export function chinaTime(text: string): string | null {
  const [, day, clock = '00:00', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/.exec(text.trim()) ?? [];
  if (!day) return null;
  const date = new Date(`${day}T${clock}${seconds}+08:00`);
  return Number.isNaN(date.getTime()) ? null : toIsoSeconds(date);
}

export const flagOf = (text: string): 0 | 1 => (text === '1' ? 1 : 0);

/** A whole number from 0; anything else is 0. */
export function countOf(text: string): number {
  const n = Number(text);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
}
