import { orAborted } from './sendFile.ts';

interface SharedRead<Reply> {
  reply: Promise<Reply>;
  /** How many parts of the screen wait for the reply. */
  waiting: number;
  cancel(): void;
}

/** Lets several parts of a screen that ask for the same at once share one request. */
export function createSharedReads<Reply>() {
  const reads = new Map<string, SharedRead<Reply>>();

  function begin(key: string, keptMs: number, ask: (signal: AbortSignal) => Promise<Reply>): SharedRead<Reply> {
    const controller = new AbortController();
    const read = { reply: ask(controller.signal), waiting: 0, cancel: () => controller.abort() };
    reads.set(key, read);
    const forget = () => {
      if (reads.get(key) === read) reads.delete(key);
    };
    read.reply.then(() => (keptMs > 0 ? setTimeout(forget, keptMs) : forget()), forget);
    return read;
  }

  return {
    /**
     * The request is cancelled once nobody waits for its reply any more.
     * @param keptMs how long the reply is shared after it has come
     */
    async share(key: string, keptMs: number, signal: AbortSignal, ask: (signal: AbortSignal) => Promise<Reply>) {
      const read = reads.get(key) ?? begin(key, keptMs, ask);
      read.waiting++;
      try {
        return await orAborted(read.reply, signal);
      } finally {
        read.waiting--;
        if (read.waiting === 0 && signal.aborted) {
          if (reads.get(key) === read) reads.delete(key);
          read.cancel();
        }
      }
    },
    forget: (key: string) => reads.delete(key),
    /** Reads that begin later are not shared with those under way, for example after a write. */
    forgetAll: () => reads.clear(),
  };
}
