import type { EarlyReads, Read } from '../../dataProvider/transport/http.ts';
import { note } from './memory.ts';
import { type EarlyRead, keyOf, preferencesRead, publicReads, signedInReads } from './wire.ts';

/** A reply is taken within this time of the page's load, in milliseconds. */
const earlyMs = 10_000;

const always = new Set([...publicReads, ...signedInReads, preferencesRead].map(keyOf));
const spelled = ({ verb, path, form }: Read): EarlyRead => [verb, path, form];

/** Hands out the replies to what the page's own script asked for (inline.ts), each once and to the very same read. */
export const earlyReads: EarlyReads = {
  take: (read) => {
    const early = window.rtopEarly;
    const key = keyOf(spelled(read));
    const reply = early?.replies.get(key);
    early?.replies.delete(key);
    const isSame = early?.token === read.token && early.language === read.language;
    return isSame && performance.now() < earlyMs ? reply : undefined;
  },
  note: (read) => {
    if (!always.has(keyOf(spelled(read)))) note('reads', spelled(read));
  },
};
