import type { EarlyReads, Read } from '../../dataProvider/http.ts';
import { type EarlyRead, here, keyOf, preferencesRead, publicReads, readsKey, recall, signedInReads } from './wire.ts';

/** A reply is taken, and a read remembered, within this time of the page's load, in milliseconds. */
const earlyMs = 10_000;
const notedMs = 4000;
const mostAddresses = 20;
const mostReads = 6;

const always = new Set([...publicReads, ...signedInReads, preferencesRead].map(keyOf));
const spelled = ({ verb, path, form }: Read): EarlyRead => [verb, path, form];

/**
 * Hands out the replies to what the page's own script asked for (inline.ts), and remembers what this address asks for
 * by itself, until someone touches it: that is what the script asks for at the next load.
 */
export function createEarlyReads(): EarlyReads {
  const address = here();
  const noted: EarlyRead[] = [];
  let isNoting = true;
  const stop = () => {
    isNoting = false;
  };
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, stop, { once: true, capture: true });

  return {
    take: (read) => {
      const early = window.rtopEarly;
      const key = keyOf(spelled(read));
      const reply = early?.replies.get(key);
      early?.replies.delete(key);
      const isSame = early?.token === read.token && early.language === read.language;
      return isSame && performance.now() < earlyMs ? reply : undefined;
    },
    note: (read) => {
      const one = spelled(read);
      const isNew = !always.has(keyOf(one)) && !noted.some((other) => keyOf(other) === keyOf(one));
      if (!isNoting || !isNew || performance.now() > notedMs || here() !== address) return;
      noted.push(one);
      remember(address, noted.slice(0, mostReads));
    },
  };
}

function remember(address: string, reads: EarlyRead[]) {
  const { [address]: _before, ...others } = recall();
  const kept = [...Object.entries(others), [address, reads]].slice(-mostAddresses);
  localStorage.setItem(readsKey, JSON.stringify(Object.fromEntries(kept)));
}

/** What someone looked at is not asked for on behalf of the next one. */
export const forgetReads = () => localStorage.removeItem(readsKey);
