import type { ini, preferences } from '../../contract/calls/auth.ts';
import type { getAdminInfo, menu, webInfo } from '../../contract/calls/console.ts';
import type { Reply } from '../../dataProvider/transport/http.ts';

/** A read without its headers: verb, path below `/api/`, and the form spelling of its parameters. */
export type EarlyRead = readonly [verb: 'GET' | 'POST', path: string, form: string];

/** `window.rtopEarly`: the reads that inline.ts has sent before the console's script was loaded. */
interface Early {
  token: string;
  language: string | undefined;
  /** The replies by `keyOf` their reads; undefined if a request failed. */
  replies: Map<string, Promise<Reply | undefined>>;
}

declare global {
  interface Window {
    rtopEarly?: Early;
  }
}

/** A window that is narrower than this, in pixels, has no room for every pane of the console. */
export const foldBelow = 1500;

export const keyOf = (read: EarlyRead) => read.join(' ');

const get = <const P extends string>(path: P, form = '') => ['GET', path, form] as const;
type Asks<C extends { path: string }> = readonly ['GET', C['path'], string];

export const publicReads: readonly [Asks<typeof ini>, Asks<typeof webInfo>] = [
  get('auth.auth/ini'),
  get('base.Data/webInfo'),
];
export const signedInReads: readonly [Asks<typeof getAdminInfo>, Asks<typeof menu>] = [
  get('base.admin/getAdminInfo'),
  get('base.Menu', 'pid=0'),
];
/** Read by every page with a token, if the back end stores preferences. */
export const preferencesRead: Asks<typeof preferences> = get('auth.auth/preferences');

/**
 * The localStorage key that is set while the administrator must do something first, such as changing the password. The
 * back end refuses most calls until then.
 */
export const gateKey = 'rtop.gate';

/** The reads of an address at its last load, and react-query's keys of the lists among them. */
export interface Remembered {
  reads: EarlyRead[];
  queries: (readonly unknown[])[];
  hasSecondMenu?: boolean;
}
/** The localStorage key of `Remembered` objects by address. */
export const rememberedKey = 'rtop.reads';
export const here = () => location.pathname + location.search;

export function recall(): Record<string, Remembered> {
  try {
    return JSON.parse(localStorage.getItem(rememberedKey) ?? '{}');
  } catch {
    return {}; // an optimization only: the page must load anyway
  }
}

export const storeName = 'rtop';

const missingCallPrefix = 'rtop.absent.';

/**
 * Whether the back end was found to lack a call in this visit. The answer may differ before and after the sign-in, so
 * both are kept apart.
 */
export const isCallMissing = (path: string, token: string) =>
  sessionStorage.getItem(missingCallPrefix + path) === String(token !== '');
export const rememberMissingCall = (path: string, token: string) =>
  sessionStorage.setItem(missingCallPrefix + path, String(token !== ''));
/** Forgets which calls are missing: another administrator may get an answer where this one was refused. */
export function forgetMissingCalls(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(missingCallPrefix)) sessionStorage.removeItem(name);
}
