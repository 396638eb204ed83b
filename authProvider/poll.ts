import { checkLogin } from '../contract/calls/auth.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import type { Http } from '../dataProvider/http.ts';
import type { Session } from './session.ts';

const pollMs = 10_000; // console.md section 9

/**
 * Asks every 10 seconds whether the token is alive, and as soon as the browser has a line again; an answer whose code is
 * not 1 expires the session. A lost line is not an answer.
 * @returns a function that stops it
 */
export function startPoll(http: Pick<Http, 'call'>, session: Session): () => void {
  const ask = async () => {
    const asked = session.token();
    if (session.status() !== 'in') return;
    try {
      await http.call(checkLogin);
    } catch (error) {
      const answered = error instanceof CallFailure && error.isAnswer;
      if (answered && session.token() === asked) session.expire();
    }
  };
  const timer = setInterval(ask, pollMs);
  globalThis.addEventListener?.('online', ask);
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener?.('online', ask);
  };
}
