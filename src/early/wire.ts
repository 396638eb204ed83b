import type { ini, preferences } from '../../contract/calls/auth.ts';
import type { getAdminInfo, menu, webInfo } from '../../contract/calls/console.ts';
import type { Reply } from '../../dataProvider/transport/http.ts';

/** A read without its headers: verb, path below `/api/`, and the form spelling of its parameters. */
export type EarlyRead = readonly [verb: 'GET' | 'POST', path: string, form: string];

/** `window.rtopEarly`: what inline.ts has read before the console's script was loaded. */
interface Early {
  token: string;
  language: string | undefined;
  /** By `keyOf`; undefined if the request failed. */
  replies: Map<string, Promise<Reply | undefined>>;
}

declare global {
  interface Window {
    rtopEarly?: Early;
  }
}

/** In pixels: a narrower window has no room for every pane of the console. */
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

/** In localStorage while the administrator has to do something first, until which the back end refuses most calls. */
export const gateKey = 'rtop.gate';

/** The reads of an address at its last load, and react-query's keys of the lists among them. */
export interface Remembered {
  reads: EarlyRead[];
  queries: (readonly unknown[])[];
  second?: boolean;
}
/** In localStorage, by address. */
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

/** Whether the back end was found to lack a call in this visit. The answer may differ before and after the sign-in, so both are kept apart. */
export const isCallMissing = (path: string, token: string) =>
  sessionStorage.getItem(missingCallPrefix + path) === String(token !== '');
export const rememberMissingCall = (path: string, token: string) =>
  sessionStorage.setItem(missingCallPrefix + path, String(token !== ''));
/** Another administrator may be answered what this one was refused. */
export function forgetMissingCalls(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(missingCallPrefix)) sessionStorage.removeItem(name);
}
