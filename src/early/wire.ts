import type { ini, preferences } from '../../contract/calls/auth.ts';
import type { getAdminInfo, menu, webInfo } from '../../contract/calls/console.ts';
import type { Reply } from '../../dataProvider/transport/http.ts';

/** A read without its headers: verb, path below `/api/`, and the form spelling of its parameters. */
export type EarlyRead = readonly [verb: 'GET' | 'POST', path: string, form: string];

/** What the page's own script asked for before the console's was there; it stands at `window.rtopEarly`. */
interface Early {
  token: string;
  language: string | undefined;
  /** By `keyOf`; undefined where there was no reply. */
  replies: Map<string, Promise<Reply | undefined>>;
}

declare global {
  interface Window {
    rtopEarly?: Early;
  }
}

export const keyOf = (read: EarlyRead) => read.join(' ');

const get = <const P extends string>(path: P, form = '') => ['GET', path, form] as const;
type Asks<C extends { path: string }> = readonly ['GET', C['path'], string];

/** What every page asks for. */
export const publicReads: readonly [Asks<typeof ini>, Asks<typeof webInfo>] = [
  get('auth.auth/ini'),
  get('base.Data/webInfo'),
];
/** What every page with a token asks for. */
export const signedInReads: readonly [Asks<typeof getAdminInfo>, Asks<typeof menu>] = [
  get('base.admin/getAdminInfo'),
  get('base.Menu', 'pid=0'),
];
/** The same, where the back end keeps preferences. */
export const preferencesRead: Asks<typeof preferences> = get('auth.auth/preferences');

/** Of an address at its last load: the calls it made, the keys of react-query that they were made for. */
export interface Remembered {
  reads: EarlyRead[];
  queries: (readonly unknown[])[];
  /** The second-level menu stands beside it. */
  second?: boolean;
}
/** Where that is kept, by address. */
export const rememberedKey = 'rtop.reads';
export const here = () => location.pathname + location.search;

export function recall(): Record<string, Remembered> {
  try {
    return JSON.parse(localStorage.getItem(rememberedKey) ?? '{}');
  } catch {
    return {}; // what was kept there is only a guess, and not worth a page that does not load
  }
}
