import type { Params, Returned } from '../contract/call.ts';
import type { EntityCallPath, OtherCalls, RoutedCall } from '../contract/index.ts';
import type { Database } from './database/index.ts';
import type { Db } from './database/tables.ts';
import type { MessageKey } from './messages.ts';
import type { Settings } from './settings.ts';

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
export interface Unit {
  db: Db;
  admin: SignedIn | null;
  note(change: Change): void;
}

/** A request's unit of work. */
export interface CallContext extends Unit {
  database: Database;
  settings: Settings;
  /** The token as it was sent; empty where there was none. */
  token: string;
  ip: string;
  userAgent: string;
  routed: RoutedCall;
  /** The sentence that goes with the reply; none where it is not set. */
  say(key: MessageKey): void;
}

type Handler<P, R = unknown> = (context: CallContext, params: P) => Promise<R>;
export type AnyHandler = Handler<Record<string, unknown>>;

/** A handler for every call that is not an entity's own; an entity's call may have one instead of the generic one. */
export type Handlers = { [P in keyof OtherCalls]: Handler<Params<OtherCalls[P]>, OtherReply<P>> } & {
  [P in EntityCallPath]?: Handler<never>;
};
type OtherReply<P extends keyof OtherCalls> = P extends 'base.content/getContentList'
  ? unknown
  : Returned<OtherCalls[P]>;
