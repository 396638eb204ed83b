import type { Entity } from '../contract/entity.ts';
import { encodeField, toIsoSeconds } from '../contract/kinds.ts';
import type { Values } from './replies.ts';

/** A value that goes over the wire as it stands, whatever the kind of its field. */
export class RawWireValue {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const two = (n: number) => String(n).padStart(2, '0');
const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const timeOf = (date: Date) => [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');

/** How back ends spell a time, and how one is written so; what they read from a text without a zone is their own. */
const timeSpellings: [looks: RegExp, write: (date: Date) => string][] = [
  [/^[1-9]\d*$/, (date) => String(Math.floor(date.getTime() / 1000))],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d/, (date) => `${dayOf(date)} ${timeOf(date)}`],
  [/^\d{4}-\d\d-\d\d$/, dayOf],
  [/T.*Z$/, toIsoSeconds],
];

const isText = (wire: unknown) => typeof wire === 'string' || typeof wire === 'number';

/**
 * What is sent to a back end that keeps times and lists in a spelling of its own: what was not changed goes back as it
 * came, and a time is spelled as those that came.
 * @param came the record as the back end sent it
 * @param read the same, as it was read
 * @param like other records that it sent
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
      const isSame = isText(came[name]) && encodeField(field, value) === encodeField(field, read[name]);
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
