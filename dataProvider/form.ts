import { parse, stringify } from 'query-string';
import type { Call } from '../contract/call.ts';
import { encodeField } from '../contract/kinds.ts';
import { RawWireValue } from './preserveWireFormat.ts';

/** In the order in which a call names them. */
const asGiven = { sort: false } as const;

/** The form spelling of a call's parameters, as a query or a body; what is undefined is left out. */
export function encode(call: Call, params: Record<string, unknown>): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined);
  const spelled = given.map(([name, value]) => {
    const text = value instanceof RawWireValue ? value.text : encodeField(call.params[name], value);
    // Half of a sign that was cut in two has no spelling.
    return [name, String(text).toWellFormed()];
  });
  return stringify(Object.fromEntries(spelled), asGiven);
}

/** What a body of this spelling is. */
export const formType = 'application/x-www-form-urlencoded;charset=UTF-8';

/** The same with a file, in its part `file` at the end. */
export function withFile(form: string, file: File): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parse(form, asGiven))) data.append(name, String(value ?? ''));
  data.append('file', file);
  return data;
}
