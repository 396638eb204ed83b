import { checkLogin } from '../contract/calls/auth.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import type { Http } from '../dataProvider/transport/http.ts';
import type { Session } from './session.ts';

const pollMs = 10_000; // docs/contract.md, "Limits"

/**
 * Every 10 seconds and when the browser is online again. An answer without code 1 expires the session; a lost
 * connection does not.
 * @param onUnauthorized is called with the failure after HTTP 401, which ends the session as after any other call
 * @returns a function that stops the poll
 */
export function startPoll(
  http: Pick<Http, 'call'>,
  session: Session,
  onUnauthorized: (failure: CallFailure) => void,
  onRights = () => {},
): () => void {
  let known: { token: string; rights: string } | undefined;
  const ask = async () => {
    const token = session.token();
    if (session.status() !== 'in') return;
    try {
      // Other back ends do not send `rights`.
      const rights = (await http.call(checkLogin))?.rights;
      if (!token || !rights || session.token() !== token) return;
      if (known?.token === token && known.rights !== rights) onRights();
      known = { token, rights };
    } catch (error) {
      if (!(error instanceof CallFailure && error.isAnswer)) return;
      // Another call's 401 may have opened the sign-in dialog meanwhile, which stays.
      if (session.status() !== 'in' || session.token() !== token) return;
      if (error.kind === 'unauthorized') onUnauthorized(error);
      else session.expire();
    }
  };
  const timer = setInterval(ask, pollMs);
  globalThis.addEventListener?.('online', ask);
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener?.('online', ask);
  };
}
