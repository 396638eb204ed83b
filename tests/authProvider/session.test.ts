import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession, type Session } from '../../authProvider/session.ts';
import { memoryStorage } from '../support/provider.ts';

let storage: ReturnType<typeof memoryStorage>;
beforeEach(() => {
  storage = memoryStorage();
});

function signedIn(token = 'first'): Session {
  const session = createSession(storage);
  session.begin(token);
  return session;
}
const seen = (session: Session) => [session.token(), session.status()];

test('a session without a stored token is out', () => {
  expect(seen(createSession(storage))).toEqual(['', 'out']);
});

test('a session is taken up where its token is stored', () => {
  signedIn();
  expect(seen(createSession(storage))).toEqual(['first', 'in']);
});

describe('a session', () => {
  test('that ends forgets its token', () => {
    const session = signedIn();
    session.end();
    expect(seen(session)).toEqual(['', 'out']);
    expect(seen(createSession(storage))).toEqual(['', 'out']);
  });

  test('that expires keeps its token until another takes its place', async () => {
    const session = signedIn();
    session.expire();
    expect(seen(session)).toEqual(['first', 'expired']);
    await session.begin('second');
    expect(seen(session)).toEqual(['second', 'in']);
  });

  test('that dies keeps its token until it ends', () => {
    const session = signedIn();
    session.die();
    expect(seen(session)).toEqual(['first', 'dead']);
  });

  test('that is dead or out does not expire', () => {
    const session = signedIn();
    session.die();
    session.expire();
    expect(session.status()).toBe('dead');
    session.end();
    session.expire();
    expect(session.status()).toBe('out');
  });

  test('whose token another tab took away dies too, so that what was typed is kept', () => {
    const session = createSession(storage);
    const statuses: string[] = [];
    session.subscribe(() => statuses.push(session.status()));
    session.die();
    expect(statuses).toEqual(['dead']);
  });

  test('that is refused twice dies once', () => {
    const session = signedIn();
    const listener = vi.fn();
    session.subscribe(listener);
    session.die();
    session.die();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('tells those who listen, until they do no more', async () => {
    const session = signedIn();
    const listener = vi.fn();
    const stop = session.subscribe(listener);
    session.expire();
    await session.begin('second');
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    session.end();
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

describe('one who waits for a usable session', () => {
  /** Lets two callers wait for the session. @returns who went on before the change, and who by its end, in order */
  async function wait(session: Session, change: (session: Session) => void) {
    const gone: number[] = [];
    const waiting = [1, 2].map((who) => session.whenUsable().then(() => gone.push(who)));
    await Promise.resolve();
    const before = [...gone];
    change(session);
    await Promise.all(waiting);
    return [before, gone];
  }

  test.each([
    ['out', () => createSession(storage)],
    ['in', signedIn],
    [
      'dead',
      () => {
        const session = signedIn();
        session.die();
        return session;
      },
    ],
  ])('goes on at once where it is %s', async (_status, open) => {
    await expect(open().whenUsable()).resolves.toBeUndefined();
  });

  test.each([
    ['someone signs in', (session: Session) => session.begin('second')],
    ['it dies', (session: Session) => session.die()],
    ['it ends', (session: Session) => session.end()],
  ])('waits while it is expired, and goes on when %s', async (_what, change) => {
    const session = signedIn();
    session.expire();
    expect(await wait(session, change)).toEqual([[], [1, 2]]);
  });
});

describe('a sign-in over an expired session', () => {
  /** Signs in over an expired session while one caller waits, and reports whether that caller has gone on since. */
  async function signInAs(isSame: () => Promise<boolean>) {
    const session = signedIn();
    session.verifyBy(isSame);
    session.expire();
    const gone = vi.fn();
    session.whenUsable().then(gone);
    const failed = await session.begin('second').then(
      () => undefined,
      (error) => error,
    );
    await Promise.resolve();
    return { session, hasGone: gone.mock.calls.length > 0, failed };
  }

  test('of the same administrator lets those who wait go on', async () => {
    const { session, hasGone } = await signInAs(async () => true);
    expect([...seen(session), hasGone]).toEqual(['second', 'in', true]);
  });

  test('is asked about before anyone goes on', async () => {
    const session = signedIn();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    session.verifyBy(() => promise);
    session.expire();
    const begun = session.begin('second');
    expect(seen(session)).toEqual(['second', 'expired']);
    expect(storage.getItem('rtop.token')).toBe('first');
    resolve(true);
    await begun;
    expect(storage.getItem('rtop.token')).toBe('second');
  });

  test('of another one lets nobody go on, now or later', async () => {
    const { session, hasGone } = await signInAs(async () => false);
    expect([...seen(session), hasGone]).toEqual(['second', 'other', false]);
    const gone = vi.fn();
    session.whenUsable().then(gone);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(gone).not.toHaveBeenCalled();
    expect(storage.getItem('rtop.token')).toBe('second');
  });

  test('of whom nobody can tell leaves it expired', async () => {
    const { session, hasGone, failed } = await signInAs(async () => {
      throw new Error('no line');
    });
    expect([session.status(), hasGone, failed?.message]).toEqual(['expired', false, 'no line']);
    expect(storage.getItem('rtop.token')).toBe('first');
  });
});

describe('another tab', () => {
  const listeners: ((event: { key: string | null }) => void)[] = [];
  beforeEach(() => {
    listeners.length = 0;
    vi.stubGlobal('window', {
      addEventListener: (_type: string, listener: (event: { key: string | null }) => void) => listeners.push(listener),
    });
    return () => vi.unstubAllGlobals();
  });
  /** Sends the `storage` event with which the browser tells the other tabs of a change. */
  const tell = (key: string | null) => {
    for (const listener of listeners) listener({ key });
  };

  test('that signs out signs this one out', () => {
    const session = signedIn();
    storage.removeItem('rtop.token');
    tell('rtop.token');
    expect(seen(session)).toEqual(['', 'out']);
  });

  test('that signs in signs this one in, and those who waited go on', async () => {
    const session = signedIn();
    session.expire();
    const waiting = session.whenUsable();
    storage.setItem('rtop.token', 'of the other tab');
    tell('rtop.token');
    await waiting;
    expect(seen(session)).toEqual(['of the other tab', 'in']);
  });

  test('that clears everything signs this one out', () => {
    const session = signedIn();
    storage.removeItem('rtop.token');
    tell(null);
    expect(session.status()).toBe('out');
  });

  test('that stores something else changes nothing', () => {
    const session = signedIn();
    session.expire();
    tell('rtop.theme');
    expect(session.status()).toBe('expired');
  });
});
