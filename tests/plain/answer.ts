import type { Form, Store } from './store.ts';

/** What a call is answered from. */
export interface Asked {
  store: Store;
  /** The query of a GET, the form of a POST. */
  form: Form;
  /** Of who is signed in; empty where nobody is. */
  adminId: string;
  /** The part `file` of an upload. */
  file?: File;
  /** The tokens that are alive, each with whose it is. */
  tokens: Map<string, string>;
}

/** Answers `data`; throws `Refusal` where it refuses. */
export type Handler = (asked: Asked) => unknown;

/** Code 0 with this sentence. */
export class Refusal extends Error {}

/** A parameter that must be there. */
export function needed(form: Form, name: string): string {
  const value = form[name];
  if (!value) throw new Refusal(`${name} 不能为空`);
  return value;
}
