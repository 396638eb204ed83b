import type { Extension } from './extensions.ts';
import type { Field, Fields, FieldValue } from './fields.ts';

/** Who may make a call: anyone, anyone signed in, or a role that holds the rule with the call's path. */
type Access = 'public' | 'signed-in' | 'rule';

/** What a call's `data` holds: nothing, one object, a bare array, a page `{data, total}`, or a tree of rows. */
export type Reply = Fields | readonly [Fields] | { page: Fields } | undefined;

export interface Call {
  verb: 'GET' | 'POST';
  /** Below `/api/`, for example `base.base/addNav`. */
  path: string;
  access: Access;
  params: Fields;
  returns?: Reply;
  /** Runs in a transaction, may carry an `Idempotency-Key`, and leaves a row in the operation log. */
  writes?: true;
  /** It writes in several transactions of its own, each a step with its rows in the operation log. */
  steps?: true;
  /**
   * Takes a file: `multipart/form-data` with a part `file`, of at most so many bytes, or streamed to the disk and as large
   * as the configuration allows.
   */
  upload?: { max: number } | { toDisk: true };
  /** Answers a file where it succeeds. */
  file?: true;
  /** How long a client waits for its reply, in milliseconds, where that is not the 6 seconds of all others. */
  timeoutMs?: number;
  /** Tells whether a password is right: at most ten attempts of each administrator in a quarter of an hour. */
  throttled?: true;
  /** Holds secrets in its reply: the reply is not kept for repeats with the same `Idempotency-Key`. */
  secret?: true;
  /** One line for the API page, the rules and the operation log, in the product's first language; entities fill in their own. */
  title: string;
  /** Another verb that existing clients use for the same call. */
  also?: 'GET' | 'POST';
  /** Ours alone: there where the back end names it among its extensions (docs/contract.md, "Back ends without extensions"). */
  extension?: Extension;
  /** The screen whose rule its own stands under, where it is no entity's. */
  screen?: string;
  /** Another rule that grants this call (content lists go with their screen). */
  rule?: string;
  /** A second rule that grants this call, for what the forms of another screen read. It grants neither its screen nor its menu entry. */
  orRule?: string;

  /** Takes other parameters beside its own, each a text: names that are data, as those of configuration items. */
  open?: true;
  /** How often one address may make it in a minute: for calls that anyone may make. */
  perMinute?: number;

  // The irregularities of the wire, of an entity's calls. They are data here; nothing else knows of them.
  /** The parameter that carries the record's id where it is not `id`. */
  id?: string;
  /**
   * Parameters that are always sent, each with what is sent where there is nothing to say: those that the specification names,
   * and what tells the entities apart that share a call. An edit sends what its record holds.
   */
  with?: Readonly<Record<string, string | number | readonly number[]>>;
  /** Wire names of filters that differ from the field's. */
  rename?: Readonly<Record<string, string>>;
  /**
   * Of a list: the parameters beside `page` that the specification names; the rest are of the extension `list`. Of a create: the
   * fields that the specification names for it, where its entity has others; the rest are of the extension `fields`.
   */
  named?: readonly string[];
  /** Of a list: the reply is a tree, and this the name under which a row holds its children. */
  children?: string;
  /** Of a list: what is absent from its rows stays so, as an edit must not clear it. */
  sparse?: true;
  /** Of a list: its rows stand within those of the reply, under this name; `owner` is the field that says in which. */
  within?: { name: string; owner: string };
  /** Of a list: the fields that tell its rows apart, where `id` alone does not; none where rows may be alike. */
  apart?: readonly string[];
  /** Of a list: the fields that a name and its value are, where a back end answers an object of values by name. */
  pairs?: readonly [name: string, value: string];
  /**
   * Of a list: on a back end without extensions it answers for one owner alone, so that all of its rows are those of each
   * owner that another call tells. `param` says whose.
   */
  each?: { owners: Call; param: string };
  /** Of a list: the reply is a bare array of all records, without pages; narrowed by its declared parameters alone. */
  whole?: true;
  /** It makes a record where no `id` is sent, and these must be given then; with one it edits. */
  draft?: readonly string[];
}

/** A record may have a field that is called `page`, and the rows of a page one that is called `kind`. */
export const isPage = (returns: Reply): returns is { page: Fields } =>
  returns !== undefined && 'page' in returns && typeof returns.page.kind !== 'string';

/** The fields of the rows that a list's reply holds; undefined of a reply that is no list. */
export function fieldsOfRows(returns: Reply): Fields | undefined {
  if (isPage(returns)) return returns.page;
  return Array.isArray(returns) ? (returns as readonly [Fields])[0] : undefined;
}

/** Changes nothing, whatever its verb: a GET that does not write, or a POST that lists. */
export const isRead = ({ verb, writes, returns }: Call): boolean =>
  !writes && (verb === 'GET' || fieldsOfRows(returns) !== undefined);

type CallOptions = Partial<Omit<Call, 'verb' | 'path'>>;
type Completed<V, P extends string, O extends CallOptions> = {
  verb: V;
  path: P;
  access: O extends { access: infer A extends Access } ? A : 'rule';
  title: string;
  params: O extends { params: infer F extends Fields } ? F : Record<never, Field>;
} & Omit<O, 'params' | 'access' | 'title'>;

/** A call that takes query parameters. Access is `rule` where nothing else is said: deny by default. */
export function get<const P extends string, const O extends CallOptions = object>(path: P, options?: O) {
  return { title: '', access: 'rule', params: {}, ...options, verb: 'GET', path } as unknown as Completed<'GET', P, O>;
}

/** A call that takes a form-encoded (or JSON) body. Access is `rule` where nothing else is said. */
export function post<const P extends string, const O extends CallOptions = object>(path: P, options?: O) {
  return { title: '', access: 'rule', params: {}, ...options, verb: 'POST', path } as unknown as Completed<
    'POST',
    P,
    O
  >;
}

type RequiredKeys<F extends Fields> = { [N in keyof F]: F[N] extends { required: true } ? N : never }[keyof F];

/** The values of a set of fields in which only the required ones must be there. */
export type Given<F extends Fields> = { [N in RequiredKeys<F>]: FieldValue<F[N]> } & {
  [N in Exclude<keyof F, RequiredKeys<F>>]?: FieldValue<F[N]>;
};
/** The values of a set of fields, all of them there. */
export type Full<F extends Fields> = { [N in keyof F]: FieldValue<F[N]> };

export type Params<C extends Call> = Given<C['params']> & (C extends { open: true } ? Record<string, unknown> : object);
export type Returned<C> = C extends { returns: infer R }
  ? R extends readonly [infer F extends Fields]
    ? Full<F>[]
    : R extends { page: infer F extends Fields }
      ? { data: Full<F>[]; total: number }
      : R extends Fields
        ? Full<R>
        : undefined
  : undefined;
