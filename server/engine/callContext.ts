import type { Readable } from 'node:stream';
import type { Call, Params, Returned } from '../../contract/call.ts';
import type { EntityCallPath, OtherCalls, RoutedCall } from '../../contract/index.ts';
import type { Language } from '../../contract/languages.ts';
import type { MessageKey } from '../core/messages.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import type { Database, Db } from '../database/tables.ts';

/** The administrator behind a request, as the database has it at that moment. */
export interface SignedIn {
  id: number;
  username: string;
  sessionId: number;
  roleId: number;
  /** Holds the built-in super administrator role. */
  isSuper: boolean;
  mustChange: boolean;
}

/** One change, as the operation log keeps it. */
export interface Change {
  target: string;
  target_id: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** What a piece of work runs in: the handle for every query of it, who does it, and where changes are noted. */
export interface UnitOfWork {
  db: Db;
  admin: SignedIn | null;
  note(change: Change): void;
}

/** What lives as long as the server. A feature adds its own by `declare module`, so that this file knows no feature. */
export interface AppServices {
  database: Database;
  settings: Settings;
  secrets: Secrets;
}

/** A request's unit of work. */
export interface CallContext extends UnitOfWork, AppServices {
  /** What the handler's first step made (`withPreparation`). */
  prepared?: unknown;
  /** The token as it was sent; empty where there was none. */
  token: string;
  ip: string;
  userAgent: string;
  routed: RoutedCall;
  language: Language;
  /** Whether the caller has hung up, so that nobody would read the reply. */
  isGone(): boolean;
  /** Aborted when the caller hangs up. */
  untilGone(): AbortSignal;
  /** What came with a call that takes a file. */
  file: Upload | undefined;
  /** What came onto the disk with a call that takes a file there. */
  received: Received | undefined;
  /** Values as a call with these parameters takes them. @throws InvalidInput */
  read(call: Pick<Call, 'params' | 'draft' | 'open'>, raw: Record<string, unknown>): Record<string, unknown>;
  /** Asks once more for a living session with the call's rule, where work took long. @throws CallError as at the call's start */
  admitAgain(): Promise<void>;
  /** Makes another call of the contract within a unit; whether the caller holds its rule is not asked. */
  perform(within: CallContext, path: string, params: Record<string, unknown>): Promise<unknown>;
  /**
   * One transaction of a call that writes in steps; a repeat of the call under its `Idempotency-Key` gets its first result.
   * @param name tells the step from the others of the call
   * @param logged what the operation log keeps of it, in the place of `params`
   */
  step<T>(
    name: string,
    params: Record<string, unknown>,
    logged: Record<string, unknown>,
    work: (inside: CallContext) => Promise<T>,
  ): Promise<T>;
  /** The result of a step that was made before under the same `Idempotency-Key`, where it was. @throws CallError `key_reused` */
  firstReply(name: string, params: Record<string, unknown>): Promise<unknown>;
  /** The `Idempotency-Key`, where there is one. */
  key: string | undefined;
  /** Does work when the reply is gone; a failure goes to the run log as this event. */
  later(event: string, work: () => Promise<void>): void;
  /** Tells the run log what the operator should mend. */
  warn(event: string, what: string): void;
  /** The sentence that goes with the reply; none where it is not set. */
  say(key: MessageKey): void;
}

/** A file as it was sent. */
export interface Upload {
  name: string;
  data: Buffer;
}

/** A file as it came onto the disk, in a folder that is gone after the call. */
export interface Received {
  /** As the sender calls it, without a path. */
  name: string;
  path: string;
  folder: string;
  /** Bytes. */
  size: number;
  sha1: string;
}

/** A file as a call answers it. */
export interface Download {
  name: string;
  type: string;
  stream: Readable;
}

interface Handler<P, R = unknown> {
  (context: CallContext, params: P): Promise<R>;
  before?: (context: CallContext, params: P) => Promise<unknown>;
}
export type AnyHandler = Handler<Record<string, unknown>>;

/**
 * A handler whose slow part, such as hashing, goes before its transaction, so that the write lock is not held for it.
 * @param before its reads are not part of the transaction: what must still hold then is checked again in `change`
 */
export function withPreparation<P, M, R>(
  before: (context: CallContext, params: P) => Promise<M>,
  change: (context: CallContext, params: P, made: M) => Promise<R>,
): Handler<P, R> {
  return Object.assign((context: CallContext, params: P) => change(context, params, context.prepared as M), { before });
}

/** A handler for every call that is not an entity's own; an entity's call may have one instead of the generic one. */
export type Handlers = { [P in keyof OtherCalls]: Handler<Params<OtherCalls[P]>, OtherReply<P>> } & {
  [P in EntityCallPath]?: Handler<never>;
};
type OtherReply<P extends keyof OtherCalls> = OtherCalls[P] extends { file: true } ? Download : PlainReply<P>;
type PlainReply<P extends keyof OtherCalls> = P extends 'base.content/getContentList'
  ? unknown
  : Returned<OtherCalls[P]>;
