import type { SessionStatus } from '../../authProvider/session.ts';
import type { Call } from '../../contract/call.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { createListeners } from '../utils/store.ts';
import { session } from './services.ts';

/** Calls that were refused because the administrator has to prove who they are, and wait to be repeated. */
interface Waiting {
  call: Call;
  resolve: () => void;
  reject: (why: unknown) => void;
}

let waiting: Waiting[] = [];
const listeners = createListeners();
export const { subscribe } = listeners;

function change(next: Waiting[]): void {
  waiting = next;
  listeners.notify();
}

/** The first call that waits, or undefined. */
export const waitingCall = (): Call | undefined => waiting[0]?.call;

/** Waits until the identity is confirmed, with all other calls. @throws CallFailure `unconfirmed`; the signal's reason */
export async function untilConfirmed(call: Call, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  signal?.throwIfAborted();
  const one = { call, resolve, reject };
  const leave = () => {
    change(waiting.filter((each) => each !== one));
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', leave, { once: true });
  change([...waiting, one]);
  return promise.finally(() => signal?.removeEventListener('abort', leave));
}

/** Ends the waiting of all calls: they are repeated, or given up. */
export function endWaiting(isConfirmed: boolean): void {
  const settled = waiting;
  change([]);
  for (const { resolve, reject } of settled)
    isConfirmed ? resolve() : reject(new CallFailure('unconfirmed', 'confirmIdentity.cancelled', 0));
}

let status: SessionStatus = session.status();
// A sign-in over the expired session confirms too. When the session ends in any other way, nothing is repeated.
session.subscribe(() => {
  const wasExpired = status === 'expired';
  status = session.status();
  if (waiting.length > 0 && status !== 'expired') endWaiting(wasExpired && status === 'in');
});
