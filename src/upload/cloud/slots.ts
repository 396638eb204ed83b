import { randomId } from '../../../dataProvider/transport/writes.ts';
import { createListeners, readJson, writeJson } from '../../utils/store.ts';
import type { Grant } from './grant.ts';

interface Begun {
  /** Identifies the file: grant, extension, size, time and name. */
  of: string;
  name: string;
  key: string;
  /** The start, in milliseconds. */
  at: number;
  isThere?: true;
}

const storageKey = 'rtop.cloudUploads';
const most = 50;
const storedMs = 7 * 24 * 3600_000;
const sending = new Set<string>();
/** Keys of files that this page sends or has sent; they are shown as rows. */
const ofThisPage = new Set<string>();
const listeners = createListeners();
let all = read();

function read(): Begun[] {
  const begun = Object.values(readJson<(Begun | null)[]>(localStorage, storageKey) ?? []);
  return begun.filter((each) => each !== null).filter(({ at }) => at > Date.now() - storedMs);
}
/** If the storage is full, a file is sent from its beginning after a reload. */
function write(begun: Begun[]): void {
  if (begun.length === 0) localStorage.removeItem(storageKey);
  else writeJson(localStorage, storageKey, begun.slice(0, most));
  all = begun;
  listeners.notify();
}

const startOf = ({ bucket, prefix }: Pick<Grant, 'bucket' | 'prefix'>) => `${bucket} ${prefix} `;
/** Reads them anew, because other tabs may have changed them. */
const without = (key: string) => read().filter((begun) => begun.key !== key);

/** A file's key in the bucket until it is recorded: its earlier one if it was started before, else a new one. */
export function takeSlot(grant: Grant, { name, size, lastModified }: File, ext: string) {
  const of = `${startOf(grant)}${ext} ${size} ${lastModified} ${name}`;
  const before = read().find((begun) => begun.of === of && !sending.has(begun.key));
  const begun = before ?? { of, name, key: newKey(grant.prefix, ext), at: Date.now() };
  const { key } = begun;
  sending.add(key);
  ofThisPage.add(key);
  write([begun, ...without(key)]);
  return {
    key,
    /** Completely uploaded, but not recorded yet. */
    isThere: begun.isThere === true,
    arrived: () => write([{ ...begun, isThere: true }, ...without(key)]),
    /** Called when it is recorded or given up. */
    forget: () => write(without(key)),
    /** Called when it stops. Sending the same file again continues it. */
    release: () => sending.delete(key),
  };
}

function newKey(prefix: string, ext: string): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${prefix}${day}/${randomId()}.${ext}`;
}

/** Uploads that an earlier page or another tab started. */
export const begunEarlier = {
  all: () => all,
  subscribe: listeners.subscribe,
  of: (grant: Pick<Grant, 'bucket' | 'prefix'>) =>
    all.filter(({ of, key }) => of.startsWith(startOf(grant)) && !ofThisPage.has(key)),
  forget: (key: string) => write(without(key)),
};
