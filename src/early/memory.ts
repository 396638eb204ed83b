import { here, keyOf, type Remembered, recall, rememberedKey } from './wire.ts';

/** What is asked for after that is not of the load itself, in milliseconds. */
const notedMs = 4000;
const mostAddresses = 20;
const most = { reads: 6, queries: 3 };

const address = here();
const remembered = recall()[address];
let noted: Remembered = remembered ?? { reads: [], queries: [] };
let isNoting = true;
const stop = () => {
  isNoting = false;
};
/** What someone does may change what was read before. */
const touched = () => {
  stop();
  window.rtopEarly = undefined;
};
for (const event of ['pointerdown', 'keydown']) addEventListener(event, touched, { once: true, capture: true });
setTimeout(() => {
  stop();
  // What was asked for early and nobody wanted is not asked for again.
  const unwanted = window.rtopEarly?.replies;
  if (!remembered || noted.reads.every((read) => !unwanted?.has(keyOf(read)))) return;
  noted.reads = noted.reads.filter((read) => !unwanted?.has(keyOf(read)));
  keep();
}, notedMs);

/**
 * Remembers what this address asks for by itself when it is loaded, until someone touches it: that is asked for early at
 * its next load. The addresses loaded last are kept, and a few things of each.
 */
export function note<K extends keyof typeof most>(kind: K, one: Remembered[K][number]): void {
  if (!isNoting || here() !== address || noted[kind].some((other) => isSame(other, one))) return;
  // The screen shows another list than it did: what was made for that one goes too.
  if (kind === 'queries' && noted === remembered) noted = { ...noted, reads: [], queries: [] };
  const list: unknown[] = noted[kind];
  if (list.length >= most[kind]) return;
  list.push(one);
  keep();
}

/** Whether the second-level menu stands beside the address's screen: the page draws its place at once. */
export function noteSecond(second: boolean): void {
  if (here() !== address || noted.second === second) return;
  noted.second = second;
  keep();
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function keep(): void {
  const { [address]: _before, ...others } = recall();
  const kept = [...Object.entries(others), [address, noted]].slice(-mostAddresses);
  localStorage.setItem(rememberedKey, JSON.stringify(Object.fromEntries(kept)));
}

/** What someone looked at is not asked for on behalf of the next one. */
export function forget(): void {
  stop();
  localStorage.removeItem(rememberedKey);
}
