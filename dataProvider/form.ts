import type { Call } from '../contract/call.ts';
import { spell } from '../contract/kinds.ts';
import { Spelled } from './asItCame.ts';

/** The form spelling of a call's parameters; what is undefined is left out. */
export function encode(call: Call, params: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    form.append(name, value instanceof Spelled ? value.text : spell(call.params[name], value));
  }
  return form;
}

/** The same with a file, in its part `file` at the end. */
export function withFile(form: URLSearchParams, file: File): FormData {
  const data = new FormData();
  for (const [name, value] of form) data.append(name, value);
  data.append('file', file);
  return data;
}
