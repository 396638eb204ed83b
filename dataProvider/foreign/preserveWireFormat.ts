import { encodeField } from '../../contract/codecs.ts';
import type { Entity } from '../../contract/entity.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { RawWireValue } from '../transport/form.ts';
import type { Values } from '../transport/replies.ts';

const two = (n: number) => String(n).padStart(2, '0');
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const timeOf = (date: Date) => [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');

/** The time formats of back ends, and how to write each. A text without a zone is in the back end's own time zone. */
const timeSpellings: [looks: RegExp, write: (date: Date) => string][] = [
  [/^[1-9]\d*$/, (date) => String(Math.floor(date.getTime() / 1000))],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d/, (date) => `${dayOf(date)} ${timeOf(date)}`],
  [/^\d{4}-\d\d-\d\d$/, dayOf],
  [/T.*Z$/, toIsoSeconds],
];

const isText = (wire: unknown) => typeof wire === 'string' || typeof wire === 'number';

/**
 * Unchanged values are sent back as they were received, and times use the received format. `came` is the record as it
 * was sent, `read` the same after reading, `like` other records from the same back end.
 */
export function preserveWireFormat(
  entity: Entity,
  changes: Values,
  came: Values,
  read: Values,
  like: readonly Values[],
): Values {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const field = entity.fields[name];
      // The specification says how a list of ids is sent, and may be read as JSON.
      const isFree = isText(came[name]) && !(field?.kind === 'refs' && /^\s*\[/.test(String(came[name])));
      const isSame = isFree && encodeField(field, value) === encodeField(field, read[name]);
      if (isSame) return [name, new RawWireValue(String(came[name]))];
      return [name, field?.kind === 'time' ? timeLike(value, name, [came, ...like]) : value];
    }),
  );
}

function timeLike(value: unknown, name: string, rows: readonly Values[]): unknown {
  const date = new Date(String(value));
  if (!value || Number.isNaN(date.getTime())) return value;
  const samples = rows.flatMap((row) => [row[name], row.update_time, row.create_time]);
  for (const sample of samples) {
    const [, write] = (isText(sample) && timeSpellings.find(([looks]) => looks.test(String(sample)))) || [];
    if (write) return new RawWireValue(write(date));
  }
  return value;
}
