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

interface Kept {
  /** Which file it is. */
  of: string;
  key: string;
  /** When it was begun, in milliseconds. */
  at: number;
  isThere?: true;
}

const name = 'rtop.cloudUploads';
const most = 50;
const keptMs = 7 * 24 * 3600_000;
const onTheirWay = new Set<string>();

function read(): Kept[] {
  try {
    const kept: Kept[] = JSON.parse(localStorage.getItem(name) ?? '[]');
    return kept.filter(({ at }) => at > Date.now() - keptMs);
  } catch {
    return []; // not ours: then the file is sent from its beginning
  }
}
function write(kept: Kept[]): void {
  if (kept.length === 0) localStorage.removeItem(name);
  else localStorage.setItem(name, JSON.stringify(kept.slice(0, most)));
}

/** The place of a file; that which it had before where it was begun and is the same by name, size and time. */
export function takeSlot({ bucket, prefix }: Grant, { name: called, size, lastModified }: File, ext: string): Slot {
  const of = [bucket, prefix, ext, size, lastModified, called].join(' ');
  const begun = read().find((kept) => kept.of === of && !onTheirWay.has(kept.key));
  const kept = begun ?? { of, key: newKey(prefix, ext), at: Date.now() };
  if (!begun) write([kept, ...read()]);
  onTheirWay.add(kept.key);
  const others = () => read().filter(({ key }) => key !== kept.key);
  return {
    key: kept.key,
    isThere: kept.isThere === true,
    arrived: () => write([{ ...kept, isThere: true }, ...others()]),
    forget: () => write(others()),
    release: () => onTheirWay.delete(kept.key),
  };
}

/** A name that no other file has, by the day. */
function newKey(prefix: string, ext: string): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${prefix}${day}/${crypto.randomUUID().replaceAll('-', '')}.${ext}`;
}
