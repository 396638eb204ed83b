import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPoll } from '../../authProvider/poll.ts';
import { createSession, type Session } from '../../authProvider/session.ts';
import { CallFailure, type FailureKind } from '../../dataProvider/failure.ts';
import type { Http } from '../../dataProvider/transport/http.ts';
import { memoryStorage } from '../support/provider.ts';

let session: Session;
let answer: () => Promise<undefined>;
let asked: string[];
let stop: () => void;
const onUnauthorized = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  session = createSession(memoryStorage());
  session.begin('first');
  answer = async () => undefined;
  asked = [];
  onUnauthorized.mockClear();
  const http: Pick<Http, 'call'> = {
    call: async ({ path }) => {
      asked.push(path);
      return (await answer()) as never;
    },
  };
  stop = startPoll(http, session, onUnauthorized);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const fail = (kind: FailureKind) => async () => {
  throw new CallFailure(kind, '', 200);
};
/** Answers when the returned function is called. */
function failLater(kind: FailureKind): () => void {
  const reply = Promise.withResolvers<undefined>();
  answer = () => reply.promise;
  return () => reply.reject(new CallFailure(kind, '', 200));
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('the back end is asked every 10 seconds whether the token is alive', async () => {
  await pass(9.999);
  expect(asked).toEqual([]);
  await pass(0.001);
  expect(asked).toEqual(['auth.auth/checkLogin']);
  await pass(20);
  expect(asked).toHaveLength(3);
  expect(session.status()).toBe('in');
});

test.each([
  ...(['refused', 'invalid', 'missing', 'stale', 'forbidden'] as const).map((kind) => [kind, 'expired'] as const),
  // No answer says nothing of the token.
  ...(['timeout', 'network', 'server', 'limited', 'unreadable'] as const).map((kind) => [kind, 'in'] as const),
])('after a failure that is %s the session is %s', async (kind, status) => {
  answer = fail(kind);
  await pass(10);
  expect([session.status(), onUnauthorized.mock.calls]).toEqual([status, []]);
});

test('specification D3: a 401 is left to what ends a session, and no dialog opens', async () => {
  answer = fail('unauthorized');
  await pass(10);
  expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'unauthorized' }));
  expect(session.status()).toBe('in');
});

test('day B1: a 401 that comes after another call has opened the sign-in dialog leaves it open', async () => {
  const refuse = failLater('unauthorized');
  await pass(10);
  session.expire();
  refuse();
  await pass(0);
  expect([onUnauthorized.mock.calls.length, session.status()]).toEqual([0, 'expired']);
});

test('nobody asks while the session is expired, and again after the sign-in', async () => {
  answer = fail('refused');
  await pass(30);
  expect(asked).toHaveLength(1);
  answer = async () => undefined;
  session.begin('second');
  await pass(10);
  expect(asked).toHaveLength(2);
});

test('nobody asks without a session', async () => {
  session.end();
  await pass(30);
  expect(asked).toEqual([]);
});

test('a late answer to an older token says nothing of the new one', async () => {
  const refuse = failLater('refused');
  await pass(10);
  session.begin('second');
  refuse();
  await pass(0);
  expect([session.token(), session.status()]).toEqual(['second', 'in']);
});

test('the back end is asked at once when the browser has a line again, until it stops', async () => {
  stop();
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  const http = { call: async ({ path }: { path: string }) => void asked.push(path) } as unknown as Http;
  const stopThis = startPoll(http, session, onUnauthorized);
  events.dispatchEvent(new Event('online'));
  stopThis();
  events.dispatchEvent(new Event('online'));
  vi.unstubAllGlobals();
  expect(asked).toEqual(['auth.auth/checkLogin']);
});

test('it stops when it is told to', async () => {
  stop();
  await pass(60);
  expect(asked).toEqual([]);
});
