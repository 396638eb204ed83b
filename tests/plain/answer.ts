import type { Form, Store } from './store.ts';

/** A call, with all that its handler can use. */
export interface Asked {
  store: Store;
  /** The parameters: the query of a GET, the form of a POST. */
  form: Form;
  /** Id of the administrator who is signed in; empty if nobody is. */
  adminId: string;
  /** The `file` part of an upload. */
  file?: File;
  /** The valid tokens, each with the id of its administrator. */
  tokens: Map<string, string>;
}

/** Returns the `data` of the reply. @throws Refusal if it refuses the call */
export type Handler = (asked: Asked) => unknown;

/** Makes the call answer code 0 with this message. */
export class Refusal extends Error {}

/** Returns a required parameter. @throws Refusal if it is missing or empty */
export function needed(form: Form, name: string): string {
  const value = form[name];
  if (!value) throw new Refusal(`${name} 不能为空`);
  return value;
}
