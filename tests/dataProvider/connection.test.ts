import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession } from '../../authProvider/session.ts';
import { getAdminInfo } from '../../contract/calls/console.ts';
import { setIndex } from '../../contract/calls/content.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { createFeatures } from '../../dataProvider/features.ts';
import { type Connection, createConnection } from '../../dataProvider/transport/connection.ts';
import { createHttp } from '../../dataProvider/transport/http.ts';
import { memoryStorage } from '../support/provider.ts';
import { type Answer, done, holdLimits, passWaits, refused, useStandIn } from '../support/standIn.ts';

describe('the connection', () => {
  let connection: Connection;
  beforeEach(() => {
    vi.useFakeTimers();
    connection = createConnection('one');
    return () => vi.useRealTimers();
  });
  const line = () => connection.state().line;
  const lostCall = new CallFailure('network', '', 0);

  test.each([
    [new CallFailure('unreadable', '', 200), true, 'silent'],
    [new CallFailure('unreadable', '', 200), false, 'up'],
    [lostCall, false, 'silent'],
    [new CallFailure('server', '', 502), false, 'silent'],
    [new CallFailure('server', '', 500), true, 'up'],
    [new CallFailure('refused', '', 200), true, 'up'],
  ])('after a call that failed with %o, made again or not (%s), is %s', (failure, isRepeated, state) => {
    connection.failed(failure, performance.now(), { isRepeated });
    vi.advanceTimersByTime(500);
    expect(line()).toBe(state);
  });
  const lose = (ms = 500) => {
    connection.failed(lostCall, performance.now(), { isRepeated: true });
    vi.advanceTimersByTime(ms);
  };

  test('is silent when nothing has come for half a second after a lost call', () => {
    lose(499);
    expect(line()).toBe('up');
    vi.advanceTimersByTime(1);
    expect(line()).toBe('silent');
  });

  test('says nothing of a call whose repeat was answered at once', () => {
    lose(400);
    connection.answered();
    vi.advanceTimersByTime(10_000);
    expect(line()).toBe('up');
  });

  test('specification D6: is silent once, not again and again, for a call that fails while others are answered', () => {
    const list = new CallFailure('unreadable', '', 200);
    list.call = getAdminInfo;
    const fail = () => {
      vi.advanceTimersByTime(100);
      connection.failed(list, performance.now(), { isRepeated: true });
      vi.advanceTimersByTime(5000);
      return line();
    };
    expect(fail()).toBe('silent');
    connection.answered(undefined, 'auth.auth/checkLogin');
    expect([line(), fail(), fail()]).toEqual(['back', 'up', 'up']);
    // Once it was answered, it tells of the connection again.
    connection.answered(undefined, getAdminInfo.path);
    expect(fail()).toBe('silent');
    connection.answered(undefined, getAdminInfo.path);
    expect([line(), fail()]).toEqual(['back', 'silent']);
  });

  test('is not silent for one slow call while others are answered', () => {
    const sentAt = performance.now();
    vi.advanceTimersByTime(3000);
    connection.answered();
    vi.advanceTimersByTime(3000);
    connection.failed(lostCall, sentAt, { isRepeated: true });
    vi.advanceTimersByTime(1000);
    expect(line()).toBe('up');
  });

  test('is back with the next reply, and after four seconds as if nothing had been', () => {
    lose();
    connection.answered();
    expect(line()).toBe('back');
    vi.advanceTimersByTime(4000);
    expect(line()).toBe('up');
  });

  test('that falls silent again right after it came back stays so', () => {
    lose();
    connection.answered();
    vi.advanceTimersByTime(10);
    lose();
    vi.advanceTimersByTime(10_000);
    expect(line()).toBe('silent');
  });

  test('tells each change once, until nobody listens', () => {
    const listener = vi.fn();
    const stop = connection.subscribe(listener);
    lose();
    lose();
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    connection.answered();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('another build', () => {
  const told = (own: string, ...served: (string | null)[]) => {
    const connection = createConnection(own);
    for (const build of served) connection.answered(build);
    return connection;
  };
  const isOutdated = (own: string, ...served: (string | null)[]) => told(own, ...served).state().isOutdated;

  test('is one that a reply names and the page is not of', () => {
    expect([isOutdated('one', 'one'), isOutdated('one', 'two'), isOutdated('one', 'two', 'one')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('is none where the back end names none, or the page has no name', () => {
    expect([isOutdated('one', null), isOutdated('', 'two')]).toEqual([false, false]);
  });

  test('is spoken of once, and then only of the next', () => {
    const connection = told('one', 'two');
    connection.dismiss();
    connection.answered('two');
    expect(connection.state().isOutdated).toBe(false);
    connection.answered('three');
    expect(connection.state().isOutdated).toBe(true);
  });
});

describe('a browser', () => {
  const events = new EventTarget();
  const go = (onLine: boolean) => {
    vi.stubGlobal('navigator', { onLine });
    events.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  };
  beforeEach(() => vi.stubGlobal('window', events));
  afterEach(() => vi.unstubAllGlobals());

  test('without a line is offline at once, and silent with one until a reply comes', () => {
    const connection = createConnection('');
    const seen: string[] = [];
    connection.subscribe(() => seen.push(connection.state().line));
    go(false);
    go(true);
    connection.answered();
    expect(seen).toEqual(['offline', 'silent', 'back']);
  });

  test('that begins without one is offline', () => {
    go(false);
    expect(createConnection('').state().line).toBe('offline');
  });
});

describe('a call tells the connection', () => {
  const standIn = useStandIn();
  const open = (token = 'the-token', extensions = ['idempotency']) => {
    const session = createSession(memoryStorage());
    session.begin(token);
    const features = createFeatures(memoryStorage());
    features.learn(extensions);
    const told: string[] = [];
    const answered = (build?: string | null) => void told.push(`answered ${build ?? ''}`.trim());
    const connection: Pick<Connection, 'answered' | 'failed' | 'doubted'> = {
      answered,
      failed: (failure, _sentAt, { build, isRepeated }) =>
        failure.isLost ? void told.push(isRepeated ? 'lost' : 'lost once') : answered(build),
      doubted: () => {
        told.push('doubted');
        return () => void told.push('known');
      },
    };
    return { session, told, http: createHttp({ host: standIn.url, session, features, connection }) };
  };
  afterEach(() => vi.unstubAllGlobals());
  const offline = () => vi.stubGlobal('navigator', { onLine: false });

  const cases: [string, Answer, string][] = [
    ['is answered', done(), 'answered'],
    ['is refused', refused(0, '不行'), 'answered'],
    ['ends as 403', { status: 403, body: '' }, 'answered'],
    ['ends as 500', { status: 500, body: '' }, 'answered'],
    ['is lost', 'lost', 'lost'],
    ['gets the page of a proxy', { status: 502, body: '<html>' }, 'lost'],
    ['gets what is no reply', { body: '<html>' }, 'lost'],
  ];
  test.each(cases)('that it %s', async (_how, answer, outcome) => {
    standIn.answers(answer);
    const { http, told } = open();
    await http.call(getAdminInfo).catch(() => {});
    expect(told).toEqual([outcome]);
  });

  test.each<[string, string[], string[]]>([
    ['once, where it is not asked again', [], ['lost once']],
    ['each time, where it is asked again', ['idempotency'], ['lost', 'doubted', 'lost', 'lost', 'lost', 'known']],
  ])('of a write that gets what is no reply: %s', async (_what, extensions, outcome) => {
    passWaits([0, 1000, 3000]);
    standIn.answers({ body: '<html>' });
    const { http, told } = open('the-token', extensions);
    await expect(http.call(setIndex, { cid: 1 })).rejects.toMatchObject({ kind: 'unknown' });
    expect(told).toEqual(outcome);
  });

  test('that it took too long', async () => {
    const limits = holdLimits();
    standIn.answers(() => {
      limits.pass();
      return 'never';
    });
    const { http, told } = open();
    await expect(http.call(getAdminInfo)).rejects.toMatchObject({ kind: 'timeout' });
    expect(told).toEqual(['lost']);
  });

  test('nothing, where nobody waits for it any more', async () => {
    const controller = new AbortController();
    standIn.answers(() => {
      controller.abort();
      return 'never';
    });
    const { http, told } = open();
    await expect(http.call(getAdminInfo, {}, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(told).toEqual([]);
  });

  test('from when to when nobody knows whether a write was saved', async () => {
    passWaits([0, 1000, 3000]);
    standIn.answers('lost', 'lost', done());
    const { http, told } = open();
    await http.call(setIndex, { cid: 1 });
    expect(told).toEqual(['lost', 'doubted', 'lost', 'answered', 'known']);
  });

  test.each([[['idempotency']], [[]]])(
    'of a write without a line, which is not sent and says so: %j',
    async (names) => {
      offline();
      standIn.answers('lost');
      const { http } = open('the-token', names);
      await expect(http.call(setIndex, { cid: 1 })).rejects.toMatchObject({ kind: 'unsent' });
      await expect(http.call(setIndex, { cid: 1 })).rejects.toMatchObject({ kind: 'unsent' });
      expect(standIn.asked).toHaveLength(2);
    },
  );

  test('of a write that was lost before the line was, of which nobody knows', async () => {
    passWaits([0, 1000, 3000], offline);
    standIn.answers('lost');
    await expect(open().http.call(setIndex, { cid: 1 })).rejects.toMatchObject({ kind: 'unknown' });
  });
});
