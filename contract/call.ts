import type { Extension } from './extensions.ts';
import type { Field, Fields, FieldValue } from './fields.ts';

/** Who may make a call. `rule`: a role that has the rule with the call's path. */
type Access = 'public' | 'signed-in' | 'rule';

/** A reply's `data` is nothing, one object, a bare array, a page `{data, total}`, or a tree of rows. */
export type Reply = Fields | readonly [Fields] | { page: Fields } | undefined;

export interface Call {
  verb: 'GET' | 'POST';
  /** Below `/api/`, for example `base.base/addNav`. */
  path: string;
  access: Access;
  params: Fields;
  returns?: Reply;
  /** The call runs in a transaction, may carry an `Idempotency-Key`, and leaves a row in the operation log. */
  writes?: true;
  /** The call runs several transactions of its own. Each is a step with its own rows in the operation log. */
  steps?: true;
  /**
   * The changes form a batch, which `base.Batch/undo` undoes. The reply's `batch` names it; calls of one administrator
   * with the same `batch_key` share one batch.
   */
  batch?: true;
  /** The records of its batch get the same values, which their versions store once. */
  alike?: true;
  /**
   * The call takes a part `file` of `multipart/form-data`: at most `max` bytes, or streamed to disk up to the
   * configured limit.
   */
  upload?: { max: number } | { toDisk: true };
  file?: true;
  /** How long a client waits for the reply, in milliseconds. The default is 6 seconds. */
  timeoutMs?: number;
  /** The call reaches the back end even if the page is left meanwhile, where browsers allow it. */
  keepalive?: true;
  /** The reply reveals whether a password is right, so each administrator gets at most ten attempts in 15 minutes. */
  throttled?: true;
  /**
   * The caller must have proved their identity in the last ten minutes, by signing in or by `auth.auth/confirm`; else
   * the call is refused with 428. With `sometimes` the handler decides by what is changed (`assertConfirmed`).
   */
  confirmed?: 'always' | 'sometimes';
  /** The reply contains secrets, so it is not stored for repeats with the same `Idempotency-Key`. */
  secret?: true;
  /** The name in the product's first language, for API page, rules and operation log. Entities fill in their own. */
  title: string;
  /** A second HTTP method that existing clients use for the same call. */
  also?: 'GET' | 'POST';
  /** A back end has the call only if it lists this (docs/contract.md, "Back ends without extensions"). */
  extension?: Extension;
  /** The screen under which the call's rule is listed, for a call that belongs to no entity. */
  screen?: string;
  /** The rule that the call needs, if it is not the call's own path. */
  rule?: string;
  /** Instead of one rule the call has one for each value of this parameter (`ruleOf`). `titles` names them by value. */
  ruleByParam?: { param: string; titles: Readonly<Record<string, string>> };
  /** A second rule that grants this call, because forms of another screen read it. It does not grant the screen. */
  orRule?: string;

  /**
   * Path of the call whose rule a caller needs to get the current record (`current`) with a 409. The default is the
   * list of the call's entity, or of the entity that the parameters name.
   */
  readBy?: string;

  /** The call also takes undeclared text parameters: their names are data, such as the names of configuration items. */
  open?: true;
  /** How often one address may make the call in a minute, for public calls. */
  perMinute?: number;
  /** How often one address may make the call in a day, for public calls that store something. It needs `perMinute`. */
  perDay?: number;

  // Irregularities of entity calls on the wire. They are declared here as data, so no other code has to know them.
  /** The parameter that carries the record's id, if it is not `id`. */
  id?: string;
  /**
   * Always sent: the specification requires these, or they tell apart entities that share a call. An edit sends the
   * record's.
   */
  with?: Readonly<Record<string, string | number | readonly number[]>>;
  /** Filters whose name on the wire differs from their field's name. */
  rename?: Readonly<Record<string, string>>;
  /**
   * For a list or create: the parameters that the specification names. All others need the extension `list` or
   * `fields`.
   */
  named?: readonly string[];
  /** For a list whose reply is a tree: the property of a row that contains its children. */
  children?: string;
  /** For a list: missing fields stay missing instead of getting a default, so that an edit does not clear them. */
  sparse?: true;
  /** For a list: its rows are nested in the reply's rows under `name`. The field `owner` gets the outer row's id. */
  within?: { name: string; owner: string };
  /** For a list of owners: the property that holds the rows which another list takes from this reply with `within`. */
  holds?: { name: string; owner: string };
  /** For a list: the fields that identify a row when `id` alone does not. Empty where rows may be identical. */
  apart?: readonly string[];
  /** For a list: the fields for name and value, used when a back end answers one object of values by name. */
  pairs?: readonly [name: string, value: string];
  /** For a list: a back end without extensions answers it for one owner at a time. `param` carries the owner's id. */
  each?: { owners: Call; param: string };
  /** For a list: a back end without extensions answers it only for one owner, which this field names. */
  needs?: string;
  /** For a list: the reply is a bare array of all records, without pages. Only its declared parameters filter it. */
  whole?: true;
  /** The call edits the record with this `id`. If no `id` is sent, it creates a record and requires these fields. */
  draft?: readonly string[];
  /**
   * For a create: required fields that our server generates if they are missing, because the specification does not
   * name them.
   */
  madeUp?: readonly string[];
}

/**
 * Tells a page from a record with a field `page`, whose `kind` is a text. A page's rows may have a field `kind`, an
 * object.
 */
export const isPage = (returns: Reply): returns is { page: Fields } =>
  returns !== undefined && 'page' in returns && typeof returns.page.kind !== 'string';

export function fieldsOfRows(returns: Reply): Fields | undefined {
  if (isPage(returns)) return returns.page;
  return Array.isArray(returns) ? (returns as readonly [Fields])[0] : undefined;
}

/** Whether a call changes nothing, whatever its HTTP method: a GET that does not write, or a POST that lists. */
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

/** Access defaults to `rule`: deny by default. */
const declare =
  <V extends Call['verb']>(verb: V) =>
  <const P extends string, const O extends CallOptions = object>(path: P, options?: O) =>
    ({ title: '', access: 'rule', params: {}, ...options, verb, path }) as unknown as Completed<V, P, O>;

/** Declares a call that takes its parameters in the query. */
export const get = declare('GET');
/** Declares a call that takes its parameters in a form-encoded (or JSON) body. */
export const post = declare('POST');

type RequiredKeys<F extends Fields> = { [N in keyof F]: F[N] extends { required: true } ? N : never }[keyof F];

export type Given<F extends Fields> = { [N in RequiredKeys<F>]: FieldValue<F[N]> } & {
  [N in Exclude<keyof F, RequiredKeys<F>>]?: FieldValue<F[N]>;
};
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
