import { parse, stringify } from 'query-string';
import type { Call } from '../../contract/call.ts';
import { encodeField } from '../../contract/codecs.ts';

/** Keeps the order in which the call declares its parameters. */
const asGiven = { sort: false } as const;

export function encode(call: Call, params: Record<string, unknown>): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const spelled = given.map(([name, value]) => {
    const text = value instanceof RawWireValue ? value.text : encodeField(call.params[name], value);
    // An unpaired surrogate cannot be encoded, so it is replaced.
    return [name, String(text).toWellFormed()];
  });
  return stringify(Object.fromEntries(spelled), asGiven);
}

export const formType = 'application/x-www-form-urlencoded;charset=UTF-8';

/** Encodes the parameters of a form as multipart, followed by the file as the part `file`. */
export function withFile(form: string, file: File): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parse(form, asGiven))) data.append(name, String(value ?? ''));
  data.append('file', file);
  return data;
}

/** A value that is sent unchanged, whatever the kind of its field. */
export class RawWireValue {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
