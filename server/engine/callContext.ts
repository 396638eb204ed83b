import type { Readable } from 'node:stream';
import type { Call, Params, Returned } from '../../contract/call.ts';
import type { EntityCallPath, OtherCalls, RoutedCall } from '../../contract/index.ts';
import type { Language } from '../../contract/languages.ts';
import type { MessageKey } from '../core/messages.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import type { Database, Db } from '../database/tables.ts';

export interface SignedIn {
  id: number;
  username: string;
  sessionId: number;
  roleId: number;
  isSuper: boolean;
  mustChange: boolean;
}

export interface Change {
  target: string;
  target_id: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** What database work needs: the handle for all its queries, who does it, and a place to note changes. */
export interface UnitOfWork {
  db: Db;
  admin: SignedIn | null;
  note(change: Change): void;
}

/**
 * Services that live as long as the server. Features add their own by `declare module`, so that this file does not depend
 * on them.
 */
export interface AppServices {
  database: Database;
  settings: Settings;
  secrets: Secrets;
}

export interface CallContext extends UnitOfWork, AppServices {
  /** The result of the handler's first step (`withPreparation`). */
  prepared?: unknown;
  /** The token as sent, or empty. */
  token: string;
  ip: string;
  userAgent: string;
  routed: RoutedCall;
  language: Language;
  /** Whether the client has closed the connection, so that nobody would read the reply. */
  isGone(): boolean;
  /** A signal that is aborted when the client closes the connection. */
  untilGone(): AbortSignal;
  /** The file of a call that takes one in memory. */
  file: Upload | undefined;
  /** The file of a call that takes one onto the disk. */
  received: Received | undefined;
  /** Reads and validates values as the parameters of this call. @throws InvalidInput */
  read(call: Pick<Call, 'params' | 'draft' | 'open'>, raw: Record<string, unknown>): Record<string, unknown>;
  /** Checks session and rule again after long work. @throws CallError like the check at the start of the call */
  admitAgain(): Promise<void>;
  /**
   * Makes another call of the contract in the same transaction. It does not check whether the caller has that call's
   * rule.
   */
  perform(within: CallContext, path: string, params: Record<string, unknown>): Promise<unknown>;
  /**
   * Runs one transaction of a call that writes in steps. A repeat with the same `Idempotency-Key` gets the first result.
   * @param name distinguishes the call's steps
   * @param logged what the operation log stores instead of `params`
   */
  step<T>(
    name: string,
    params: Record<string, unknown>,
    logged: Record<string, unknown>,
    work: (inside: CallContext) => Promise<T>,
  ): Promise<T>;
  /** The result of a step that already ran with the same `Idempotency-Key`, if it did. @throws CallError `key_reused` */
  firstReply(name: string, params: Record<string, unknown>): Promise<unknown>;
  /** The `Idempotency-Key`, if one was sent. */
  key: string | undefined;
  /** Runs work after the reply is sent. A failure is written to the run log as this event. */
  later(event: string, work: () => Promise<void>): void;
  /** Writes a warning for the operator to the run log. */
  warn(event: string, what: string): void;
  /** Sets the reply's message; by default there is none. */
  say(key: MessageKey): void;
}

/** An uploaded file in memory. */
export interface Upload {
  name: string;
  data: Buffer;
}

/** An uploaded file on the disk, in a folder that is deleted after the call. */
export interface Received {
  /** The sender's file name without its path. */
  name: string;
  path: string;
  folder: string;
  /** In bytes. */
  size: number;
  sha1: string;
}

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
 * A handler whose slow part, such as hashing, runs before the transaction, so that it does not hold the write lock.
 * @param before its reads are outside the transaction, so `change` must check again whatever has to hold still
 */
export function withPreparation<P, M, R>(
  before: (context: CallContext, params: P) => Promise<M>,
  change: (context: CallContext, params: P, made: M) => Promise<R>,
): Handler<P, R> {
  return Object.assign((context: CallContext, params: P) => change(context, params, context.prepared as M), { before });
}

/** A handler for every call that has no generic one. An entity's call may be listed to replace its generic handler. */
export type Handlers = { [P in keyof OtherCalls]: Handler<Params<OtherCalls[P]>, OtherReply<P>> } & {
  [P in EntityCallPath]?: Handler<never>;
};
type OtherReply<P extends keyof OtherCalls> = OtherCalls[P] extends { file: true } ? Download : PlainReply<P>;
type PlainReply<P extends keyof OtherCalls> = P extends 'base.content/getContentList'
  ? unknown
  : Returned<OtherCalls[P]>;
