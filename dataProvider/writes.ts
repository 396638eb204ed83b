import type { Call } from '../contract/call.ts';
import { type Connection, isOffline } from './connection.ts';
import { CallFailure, unknownOnce } from './failure.ts';
import { randomId } from './randomId.ts';

/** Waits before a write whose reply was lost is asked again, in milliseconds. */
const repeatAfterMs = [0, 1000, 3000];

type Send = (call: Call, form: string, key?: string) => Promise<unknown>;

/** How a write is sent, so that at its end one knows whether it was saved, or is told that nobody knows. */
export function createWrites(send: Send, doubted?: Connection['doubted']): { write: Send; writeOnce: Send } {
  /** Keys of writes with an unknown end, by what they send: trying again must not write twice. */
  const unresolved = new Map<string, string>();

  /** Asked again under one key until it is known to be saved or not. */
  async function write(call: Call, form: string) {
    let settled: (() => void) | undefined;
    const doubt = () => {
      settled ??= doubted?.();
    };
    return untilKnown(call, form, doubt).finally(() => settled?.());
  }

  async function untilKnown(call: Call, form: string, doubt: () => void) {
    const signature = `${call.path}?${form}`;
    const key = unresolved.get(signature) ?? randomId();
    let isSent = unresolved.has(signature);
    unresolved.set(signature, key);
    for (const wait of [...repeatAfterMs, undefined]) {
      const wasOffline = isOffline();
      try {
        const reply = await send(call, form, key);
        unresolved.delete(signature);
        return reply;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        // A dead token is no answer to the write: it may be saved already, and is sent again after the sign-in.
        if (error.isAnswer && error.kind !== 'unauthorized') unresolved.delete(signature);
        if (!error.isLost) throw error;
        isSent ||= mayHaveLeft(error, wasOffline);
        if (!isSent) unresolved.delete(signature);
        if (!isSent) throw new CallFailure('unsent', '', 0);
        if (wait === undefined) break;
        doubt();
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    throw new CallFailure('unknown', '', 0);
  }

  /** A back end that knows no key would write a repeat a second time: what is lost is only said. */
  async function writeOnce(call: Call, form: string) {
    const wasOffline = isOffline();
    try {
      return await send(call, form, undefined);
    } catch (error) {
      if (!(error instanceof CallFailure && (error.isLost || isBroken(error)))) throw error;
      if (!mayHaveLeft(error, wasOffline)) throw new CallFailure('unsent', '', 0);
      throw unknownOnce(error);
    }
  }

  return { write, writeOnce };
}

/** A program that broke down without a word of its own may have written before. */
const isBroken = ({ kind, status, message }: CallFailure) =>
  kind === 'server' && status >= 500 && message === `failure.${kind}`;

/** Whether a lost call can have reached the back end: not where the browser had no line, before it and after it. */
const mayHaveLeft = ({ kind }: CallFailure, wasOffline: boolean) => kind !== 'network' || !wasOffline || !isOffline();
