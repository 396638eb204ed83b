import type { EarlyReads, Read } from '../../dataProvider/transport/http.ts';
import {
  type EarlyRead,
  here,
  keyOf,
  preferencesRead,
  publicReads,
  type Remembered,
  recall,
  rememberedKey,
  signedInReads,
} from './wire.ts';

const loadMs = 4000;
const maxAddresses = 20;
const maxItems = { reads: 6, queries: 3 };

const address = here();
const remembered = recall()[address];
let noted: Remembered = remembered ?? { reads: [], queries: [] };
let isNoting = true;
const stop = () => {
  isNoting = false;
};
/** An action of the user may change what was read before. */
const handleInput = () => {
  stop();
  window.rtopEarly = undefined;
};
for (const event of ['pointerdown', 'keydown']) addEventListener(event, handleInput, { once: true, capture: true });
setTimeout(() => {
  stop();
  // Replies that nothing used are not requested early again.
  const unused = window.rtopEarly?.replies;
  if (!remembered || noted.reads.every((read) => !unused?.has(keyOf(read)))) return;
  noted.reads = noted.reads.filter((read) => !unused?.has(keyOf(read)));
  save();
}, loadMs);

const isNotingHere = () => isNoting && here() === address;

/** Stores what this address reads while it loads, until the first input: inline.ts reads it early the next time. */
function noteRead(read: EarlyRead): void {
  const { reads } = noted;
  if (!isNotingHere() || reads.length >= maxItems.reads || reads.some((other) => keyOf(other) === keyOf(read))) return;
  reads.push(read);
  save();
}

/** Stores react-query's key of a list that this address shows. */
export function noteQuery(query: readonly unknown[]): void {
  if (!isNotingHere() || noted.queries.some((other) => JSON.stringify(other) === JSON.stringify(query))) return;
  // The screen shows another list than the last time: forget what was read for that one.
  if (noted === remembered) noted = { ...noted, reads: [], queries: [] };
  // The first page may have taught the list another page size (list/ListPages.tsx).
  const others = noted.queries.filter((other) => withoutPages(other) !== withoutPages(query));
  if (others.length >= maxItems.queries) return;
  noted.queries = [...others, query];
  save();
}

const withoutPages = ([resource, method, params]: readonly unknown[]) =>
  JSON.stringify([resource, method, { ...(params as object), pagination: undefined }]);

export function noteSecond(second: boolean): void {
  if (here() !== address || noted.hasSecondMenu === second) return;
  noted.hasSecondMenu = second;
  save();
}

function save(): void {
  const { [address]: _before, ...others } = recall();
  const latest = [...Object.entries(others), [address, noted]].slice(-maxAddresses);
  localStorage.setItem(rememberedKey, JSON.stringify(Object.fromEntries(latest)));
}

/** At a sign-out: the next administrator's page must not repeat this one's reads. */
export function forget(): void {
  stop();
  localStorage.removeItem(rememberedKey);
}

const maxAgeMs = 10_000;

const always = new Set([...publicReads, ...signedInReads, preferencesRead].map(keyOf));
const toEarlyRead = ({ verb, path, form }: Read): EarlyRead => [verb, path, form];

/** Hands out the replies to inline.ts's reads, each once and only to an equal read. */
export const earlyReads: EarlyReads = {
  take: (read) => {
    const early = window.rtopEarly;
    const key = keyOf(toEarlyRead(read));
    const reply = early?.replies.get(key);
    early?.replies.delete(key);
    const isSame = early?.token === read.token && early.language === read.language;
    return isSame && performance.now() < maxAgeMs ? reply : undefined;
  },
  note: (read) => {
    if (!always.has(keyOf(toEarlyRead(read)))) noteRead(toEarlyRead(read));
  },
};
