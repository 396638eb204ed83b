import type { Session, SessionStatus } from '../../authProvider/session.ts';
import type { Call } from '../../contract/call.ts';
import { CallFailure } from '../failure.ts';
import type { Features } from '../features.ts';

/** Asks the administrator to prove who they are, while calls that were refused for lack of it wait to be repeated. */
export interface Confirmation {
  /** The first call that waits, or undefined. */
  asked(): Call | undefined;
  subscribe(listener: () => void): () => void;
  /** @returns whether the identity was confirmed; all calls that wait share the answer */
  ask(call: Call, signal?: AbortSignal): Promise<boolean>;
  /** Ends the waiting of all calls: they are repeated, or given up. */
  settle(isConfirmed: boolean): void;
}

/** A sign-in over the expired session confirms too. When the session ends in any other way, nothing is repeated. */
export function createConfirmation(session: Pick<Session, 'status' | 'subscribe'>): Confirmation {
  let waiting: { call: Call; resolve: (isConfirmed: boolean) => void }[] = [];
  const listeners = new Set<() => void>();
  const change = (next: typeof waiting) => {
    waiting = next;
    for (const listener of listeners) listener();
  };
  const settle = (isConfirmed: boolean) => {
    const settled = waiting;
    change([]);
    for (const { resolve } of settled) resolve(isConfirmed);
  };
  let status: SessionStatus = session.status();
  session.subscribe(() => {
    const wasExpired = status === 'expired';
    status = session.status();
    if (waiting.length > 0 && status !== 'expired') settle(wasExpired && status === 'in');
  });
  return {
    asked: () => waiting[0]?.call,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (call, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const one = { call, resolve };
        change([...waiting, one]);
        const leave = () => {
          change(waiting.filter((each) => each !== one));
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', leave, { once: true });
      }),
    settle,
  };
}

/**
 * Whether a failed call is to be repeated, because it lacked only a confirmation, which was given now.
 * @throws CallFailure `unconfirmed` if it was not given; the signal's reason
 */
export async function isConfirmedNow(
  { confirmation, features }: { confirmation?: Pick<Confirmation, 'ask'>; features: Pick<Features, 'has'> },
  { kind }: CallFailure,
  call: Call,
  signal?: AbortSignal,
): Promise<boolean> {
  // At the sign-in itself the same code asks for the second factor.
  if (kind !== 'second' || call.access === 'public' || !confirmation || !features.has('confirm')) return false;
  if (await confirmation.ask(call, signal)) return true;
  throw new CallFailure('unconfirmed', '', 0);
}
