import type { Call } from '../../contract/call.ts';
import { CallFailure, unknownOnce } from '../failure.ts';
import { type Connection, isOffline } from './connection.ts';

const repeatAfterMs = [0, 1000, 3000];

type Send = (call: Call, form: string, key?: string) => Promise<unknown>;

/** Sends writes so that each ends as saved, as not saved, or with a message that its outcome is unknown. */
export function createWrites(send: Send, doubted?: Connection['doubted']): { write: Send; writeOnce: Send } {
  /** Idempotency keys of writes with an unknown outcome, by what they send, so that a retry does not write twice. */
  const unresolved = new Map<string, string>();

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
        // A dead token says nothing about the write: it may already be saved, and is repeated after the sign-in.
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

  /** Sends a write without an idempotency key. A repeat could write twice, so a lost reply is only reported. */
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

/** A program that crashed without an envelope may have written before. */
const isBroken = ({ kind, status, message }: CallFailure) =>
  kind === 'server' && status >= 500 && message === `failure.${kind}`;

/** Whether a lost call may have reached the back end: not if the browser was offline before and after it. */
const mayHaveLeft = ({ kind }: CallFailure, wasOffline: boolean) => kind !== 'network' || !wasOffline || !isOffline();

/** 32 random hexadecimal digits. `crypto.randomUUID` is missing on pages without TLS, such as on an intranet. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
