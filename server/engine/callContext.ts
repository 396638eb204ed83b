import type { Readable } from 'node:stream';
import type { Call, Params, Returned } from '../../contract/call.ts';
import type { VersionEvent } from '../../contract/calls/version.ts';
import type { EntityCallPath, OtherCalls, RoutedCall } from '../../contract/index.ts';
import type { Language } from '../../contract/languages.ts';
import type { MessageKey } from '../core/messages.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';
import type { Database, Db } from '../database/tables.ts';
import type { RoleLimits } from './roleLimits.ts';

export interface SignedIn {
  id: number;
  username: string;
  sessionId: number;
  roleId: number;
  isSuper: boolean;
  mustChange: boolean;
  /** When the second factor that the role demands has to be there; undefined if it is, or if none is demanded. */
  factorDue?: string | undefined;
  /** Whether the caller signed in or confirmed within ten minutes. Always true for programs. */
  isConfirmed: boolean;
  /** The token by which a program calls; undefined for people. */
  programTokenId?: number;
  /** Who really signed in, while the session only looks at the console of this administrator or role. */
  viewer?: { id: number; username: string };
  /** Undefined for a role without limits. */
  limits?: RoleLimits | undefined;
}

export interface Change {
  target: string;
  target_id: number;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Makes a version of the record, if its entity has versions. `since` is the time of the state before. */
  version?: { event: VersionEvent; since?: string; isPublished?: boolean; words?: string };
}

export interface UnitOfWork {
  db: Db;
  admin: SignedIn | null;
  note(change: Change): void;
  /** The call itself is the right to this write, as for one's own profile: the features' `mayWrite` does not run. */
  isRightAsked?: true;
  /** The record that a new one is a copy of. Its tags that contain a separator are kept whole. */
  copiedFrom?: Record<string, unknown>;
}

/** Features add their own services by `declare module`, so that this file does not depend on them. */
export interface AppServices {
  database: Database;
  settings: Settings;
  secrets: Secrets;
}

/** Who reads or writes. If there is no administrator, it is the program itself or a visitor, whom no role limits. */
export type Caller = Pick<UnitOfWork, 'db' | 'admin'>;

/** Whether the caller made this. A program and the administrator who owns its token are different makers. */
export const isOwn = ({ admin }: Caller, made: { admin_id: number | null; token_id: number | null }): boolean =>
  made.admin_id === admin?.id && made.token_id === (admin?.programTokenId ?? null);

/** Whether the caller is the person whom a record names. Such records name people only: no program has made them. */
export const isOwnOfPerson = ({ admin }: Pick<Caller, 'admin'>, adminId: number | null): boolean =>
  !admin?.programTokenId && adminId === admin?.id;

/** Names a program in logs and versions. */
export const programUsername = (owner: string, title: string) => `${owner} · ${title}`;

/** Whether the caller saved a version. The name tells a program from its owner, who may have been renamed since. */
export const isOwnVersion = (
  { admin }: Pick<Caller, 'admin'>,
  { admin_id, username }: { admin_id: number | null; username: string },
): boolean =>
  admin !== null &&
  admin_id === admin.id &&
  (admin.programTokenId ? username === admin.username : !username.startsWith(programUsername(admin.username, '')));

/** Acts as the program itself, for checks that must see every record, such as whether a value is taken. */
export const asProgram = (db: Db): Caller => ({ db, admin: null });

export interface RequestInfo {
  routed: RoutedCall;
  token: string;
  ip: string;
  userAgent: string;
  /** The console's origin: the request's `Origin` if it is an allowed one, else this server's. */
  origin: string;
  language: Language;
  /** The `Idempotency-Key`, if one was sent. */
  key: string | undefined;
  /** Names the changes of this call and of others with the same `batch_key`; empty for calls that make no batch. */
  batch?: string;
}

/** Tells calls that work long whether the client and its session are still there. */
export interface Presence {
  /** Whether the client has closed the connection, so that nobody would read the reply. */
  isGone(): boolean;
  /** Aborts long work when the client is gone, or, as `overloaded`, while there is still time to answer it. */
  untilLate(): AbortSignal;
  /**
   * Checks session and rule again during long work, and takes over limits that have changed.
   * @param uses the calls for which this one stands, whose rules are checked too
   * @throws CallError like the check at the start of the call
   */
  admitAgain(uses?: readonly Call[]): Promise<void>;
}

export interface ReceivedFiles {
  file: Upload | undefined;
  received: Received | undefined;
}

export interface OtherCallRunner {
  /** Whether the caller has the rule of another call. */
  mayCall(call: Call): Promise<boolean>;
  /** @throws InvalidInput */
  read(call: Pick<Call, 'params' | 'draft' | 'open'>, raw: Record<string, unknown>): Record<string, unknown>;
  /**
   * Makes a call in the transaction of `inside`. It does not check whether the caller has that call's rule.
   * @throws CallError `program_call`
   */
  perform(inside: CallContext, path: string, params: Record<string, unknown>): Promise<unknown>;
}

export interface WriteSteps {
  /** The call is part of another call's transaction (`perform`), so it begins none of its own. */
  isPart?: true;
  /**
   * A repeat with the same `Idempotency-Key` gets the first result of the step `name`. The operation log stores
   * `logged` instead of `params`.
   */
  step<T>(
    name: string,
    params: Record<string, unknown>,
    logged: Record<string, unknown>,
    work: (inside: CallContext) => Promise<T>,
  ): Promise<T>;
  /**
   * Returns the result of a step that already ran with the same `Idempotency-Key`, if it did.
   * @throws CallError `key_reused`
   */
  firstReply(name: string, params: Record<string, unknown>): Promise<unknown>;
}

export interface SideEffects {
  /** Runs work after the reply is sent. A failure is written to the run log as this event. */
  later(event: string, work: () => Promise<void>): void;
  warn(event: string, what: string): void;
  /** Sets the reply's message; by default there is none. */
  say(key: MessageKey): void;
}

export interface CallContext
  extends UnitOfWork,
    AppServices,
    RequestInfo,
    Presence,
    ReceivedFiles,
    OtherCallRunner,
    WriteSteps,
    SideEffects {}

export interface Upload {
  name: string;
  data: Buffer;
}

/** A file on the disk, in a folder that is deleted after the call. */
export interface Received {
  /** The sender's file name without its path. */
  name: string;
  path: string;
  folder: string;
  /** Size in bytes. */
  size: number;
  sha1: string;
}

export interface Download {
  name: string;
  type: string;
  stream: Readable;
}

interface Handler<P, R = unknown> {
  /** @param prepared the result of `before` */
  (context: CallContext, params: P, prepared?: unknown): Promise<R>;
  before?: (context: CallContext, params: P) => Promise<unknown>;
}
export type AnyHandler = Handler<Record<string, unknown>>;

/**
 * Runs a slow part, such as hashing, before the transaction, so that it does not hold the write lock.
 * @param before its reads are outside the transaction, so `change` must check again whatever has to hold still
 */
export function withPreparation<P, M, R>(
  before: (context: CallContext, params: P) => Promise<M>,
  change: (context: CallContext, params: P, prepared: M) => Promise<R>,
): Handler<P, R> {
  return Object.assign(
    (context: CallContext, params: P, prepared?: unknown) => change(context, params, prepared as M),
    { before },
  );
}

/** A handler for every call that has no generic one. An entity's call may be listed to replace its generic handler. */
export type Handlers = { [P in keyof OtherCalls]: Handler<Params<OtherCalls[P]>, OtherReply<P>> } & {
  [P in EntityCallPath]?: Handler<never>;
};
type OtherReply<P extends keyof OtherCalls> = OtherCalls[P] extends { file: true } ? Download : PlainReply<P>;
type PlainReply<P extends keyof OtherCalls> = P extends 'base.content/getContentList'
  ? unknown
  : Returned<OtherCalls[P]>;
