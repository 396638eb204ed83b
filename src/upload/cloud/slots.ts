import { randomId } from '../../../dataProvider/transport/writes.ts';
import { createListeners, readJson, writeJson } from '../../utils/store.ts';
import type { Grant } from './grant.ts';

/** Where a file stands in the bucket, from its first byte until it is recorded: after a reload it goes on there. */
export interface Slot {
  key: string;
  /** All of it is there; it is not recorded yet. */
  isThere: boolean;
  arrived(): void;
  /** It is recorded, or given up. */
  forget(): void;
  /** Not on its way any more; whoever sends the same file again goes on with it. */
  release(): void;
}

/** What is kept of a file that was begun. */
export interface Begun {
  /** Which file it is. */
  of: string;
  name: string;
  key: string;
  /** When, in milliseconds. */
  at: number;
  isThere?: true;
}

const kept = 'rtop.cloudUploads';
const most = 50;
const keptMs = 7 * 24 * 3600_000;
const onTheirWay = new Set<string>();
/** Files that this page has sent, or sends: their rows tell of them. */
const ofThisPage = new Set<string>();
const listeners = createListeners();
let all = read();

function read(): Begun[] {
  const begun = Object.values(readJson<(Begun | null)[]>(localStorage, kept) ?? []);
  return begun.filter((each) => each !== null).filter(({ at }) => at > Date.now() - keptMs);
}
/** Where there is no room for it, a file is sent from its beginning after a reload. */
function write(begun: Begun[]): void {
  if (begun.length === 0) localStorage.removeItem(kept);
  else writeJson(localStorage, kept, begun.slice(0, most));
  all = begun;
  listeners.notify();
}

const startOf = ({ bucket, prefix }: Pick<Grant, 'bucket' | 'prefix'>) => `${bucket} ${prefix} `;
/** Those but one; other tabs may have changed them. */
const without = (key: string) => read().filter((begun) => begun.key !== key);

/** The place of a file; that which it had before where it was begun and is the same by name, size and time. */
export function takeSlot(grant: Grant, { name, size, lastModified }: File, ext: string): Slot {
  const of = `${startOf(grant)}${ext} ${size} ${lastModified} ${name}`;
  const before = read().find((begun) => begun.of === of && !onTheirWay.has(begun.key));
  const begun = before ?? { of, name, key: newKey(grant.prefix, ext), at: Date.now() };
  const { key } = begun;
  onTheirWay.add(key);
  ofThisPage.add(key);
  write([begun, ...without(key)]);
  return {
    key,
    isThere: begun.isThere === true,
    arrived: () => write([{ ...begun, isThere: true }, ...without(key)]),
    forget: () => write(without(key)),
    release: () => onTheirWay.delete(key),
  };
}

/** A name that no other file has, by the day. */
function newKey(prefix: string, ext: string): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${prefix}${day}/${randomId()}.${ext}`;
}

/** Files that an earlier page began, or another one sends. */
export const begunEarlier = {
  all: () => all,
  subscribe: listeners.subscribe,
  /** Those of a grant. */
  of: (grant: Pick<Grant, 'bucket' | 'prefix'>) =>
    all.filter(({ of, key }) => of.startsWith(startOf(grant)) && !ofThisPage.has(key)),
  forget: (key: string) => write(without(key)),
};
