import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkLogin, ini, login } from '../../contract/calls/auth.ts';
import { getAdminInfo } from '../../contract/calls/console.ts';
import { getContentTopMenu, setIndex } from '../../contract/calls/content.ts';
import { recruitment } from '../../contract/entities/recruitment.ts';
import { consoleAt } from '../support/provider.ts';
import { type Answer, done, holdLimits, passWaits, refused, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();
const open = (token = 'the-token') => consoleAt(standIn.url, token);

test('a call carries the token as it is, and the language that replies should be in', async () => {
  await open().http.call(getAdminInfo);
  expect(standIn.asked[0]?.headers).toMatchObject({ authorization: 'the-token', 'accept-language': 'zh' });
});

test('a call without a session carries no token', async () => {
  await open('').http.call(ini);
  expect(standIn.asked[0]?.headers).not.toHaveProperty('authorization');
});

test('a call with a token that is known to be dead is not made', async () => {
  const { http, session } = open();
  session.die();
  await expect(http.call(getAdminInfo)).rejects.toMatchObject({ kind: 'unauthorized' });
  await expect(http.call(setIndex, { cid: 1 })).rejects.toMatchObject({ kind: 'unauthorized' });
  expect(standIn.asked).toEqual([]);
});

test('parameters that are undefined are left out', async () => {
  await open().http.call(login, { username: 'a b', password: undefined, verify: '' });
  expect(standIn.asked[0]?.form).toEqual({ username: 'a b', verify: '' });
});

test('a reply is its data', async () => {
  standIn.answers(done([{ id: 1, title: '新闻', level: 1, total: 2 }]));
  expect(await open().http.call(getContentTopMenu, { model: 'article' })).toEqual([
    { id: 1, title: '新闻', level: 1, total: 2 },
  ]);
});

test('a code that comes as text is read as the number that it is', async () => {
  standIn.answers({ body: { code: '1', msg: 'ok', data: 5 } });
  expect(await open().http.call(setIndex, { cid: 1 })).toBe(5);
});

describe('a failure', () => {
  const errors = { title: '标题不能为空' };
  const html = '<!doctype html><title>502 Bad Gateway</title>';
  const cases: [string, Answer, object][] = [
    ['code 0', refused(0, '不行'), { kind: 'refused', message: '不行', status: 200 }],
    ['code 0 with errors', refused(0, '请修改', { errors }), { kind: 'invalid', sentence: '请修改', data: { errors } }],
    ['code 404', refused(404, '没有'), { kind: 'missing', status: 200 }],
    ['code 409', refused(409, '', { current: { id: 1 } }), { kind: 'stale', data: { current: { id: 1 } } }],
    ['code 401', refused(401, '请登录'), { kind: 'unauthorized', status: 401, message: '请登录' }],
    ['code 403', refused(403), { kind: 'forbidden' }],
    ['another code', refused(-7, '余额不足'), { kind: 'refused', message: '余额不足' }],
    ['a code that is text', refused('404', '没有'), { kind: 'missing' }],
    ['a code that is no number', refused('E_BUSY', '忙'), { kind: 'refused', message: '忙' }],
    ['no message', refused(0), { kind: 'refused', message: 'failure.refused' }],
    [
      'HTTP 401',
      { status: 401, body: { code: 401, msg: '请登录', data: { x: 1 } } },
      { kind: 'unauthorized', message: '请登录', data: { x: 1 } },
    ],
    ['HTTP 401 without an envelope', { status: 401, body: '' }, { kind: 'unauthorized', status: 401 }],
    ['HTTP 403', { status: 403, body: { code: 403, msg: '' } }, { kind: 'forbidden', message: 'failure.forbidden' }],
    ['HTTP 404', { status: 404, body: { code: 404 } }, { kind: 'server', status: 404 }],
    [
      'HTTP 429',
      { status: 429, body: { code: 429, msg: '稍后', data: { x: 1 } } },
      { kind: 'limited', message: '稍后', data: { x: 1 } },
    ],
    [
      'HTTP 500',
      { status: 500, body: { code: 500, msg: '编号 7', data: { x: 1 } } },
      { kind: 'server', message: '编号 7', data: { x: 1 } },
    ],
    ['HTTP 500 with code 1', { status: 500, body: { code: 1, data: 1 } }, { kind: 'server', status: 500 }],
    ['HTTP 201', { status: 201, body: { code: 1, data: 1 } }, { kind: 'server', status: 201 }],
    ['a page of a proxy', { status: 502, body: html }, { kind: 'server', message: 'failure.server', status: 502 }],
    ['a page in place of a reply', { body: html }, { kind: 'unreadable', message: 'failure.unreadable' }],
    ['an empty body', { body: '' }, { kind: 'unreadable' }],
    ['JSON that ends in the middle', { body: '{"code":1,"data":{"id' }, { kind: 'unreadable' }],
    ['JSON that is no envelope', { body: '[1]' }, { kind: 'unreadable' }],
    ['a bare null', { body: 'null' }, { kind: 'unreadable' }],
    ['a reply that is cut off', 'cut', { kind: 'network', status: 0 }],
    ['no reply', 'lost', { kind: 'network', message: 'failure.networkElsewhere', status: 0 }],
  ];
  test.each(cases)('of %s says what it is', async (_what, answer, failure) => {
    standIn.answers(answer);
    await expect(open().http.call(getAdminInfo)).rejects.toMatchObject({ name: 'CallFailure', ...failure });
  });

  const meant: [code: number, extensions: string[], kind: string][] = [
    ...[401, 403, 404, 409, 428, 0].map((code): [number, string[], string] => [code, [], 'refused']),
    [401, ['search'], 'unauthorized'],
    [403, ['search'], 'forbidden'],
    [404, ['search'], 'missing'],
    [409, ['search'], 'refused'],
    [409, ['version'], 'stale'],
    [428, ['search'], 'refused'],
    [428, ['totp'], 'second'],
    [428, ['confirm'], 'second'],
  ];
  test.each(meant)(
    'specification D3: of code %i with HTTP 200 on a back end with %j is %s',
    async (code, names, kind) => {
      standIn.answers(refused(code, '不行', names.length === 0 ? { errors } : null));
      const { http, features } = open();
      features.learn(names);
      const failure = await http.call(getAdminInfo).catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind, sentence: '不行', status: kind === 'unauthorized' ? 401 : 200 });
    },
  );

  test('D4: names the refused fields to whoever reads a test or a log, and to people says the sentence alone', async () => {
    standIn.answers(refused(0, '提交的内容有误', { errors: { ...errors, col_id: '所选记录不存在' } }));
    await expect(open().http.call(getAdminInfo)).rejects.toMatchObject({
      message: '提交的内容有误 · title: 标题不能为空 · col_id: 所选记录不存在',
      stack: expect.stringContaining('col_id: 所选记录不存在'),
      sentence: '提交的内容有误',
    });
  });

  test('shows its refused fields to forms where they look for them', async () => {
    standIn.answers(refused(0, '请修改', { errors }));
    await expect(open().http.call(getAdminInfo)).rejects.toMatchObject({ body: { errors } });
  });

  test('of a read is not asked again', async () => {
    standIn.answers('lost');
    await expect(open().http.call(getAdminInfo)).rejects.toMatchObject({ kind: 'network' });
    expect(standIn.asked).toHaveLength(1);
  });

  test('to connect is one of the line', async () => {
    const { http } = consoleAt('http://127.0.0.1:1', 'the-token');
    await expect(http.call(getAdminInfo)).rejects.toMatchObject({ kind: 'network' });
  });

  test('to connect to the page’s own host says nothing of another one', async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { http } = consoleAt('', 'the-token');
    await expect(http.call(getAdminInfo)).rejects.toMatchObject({ kind: 'network', message: 'failure.network' });
  });
});

describe('a back end that does not answer', () => {
  test('is given up after 6 seconds', async () => {
    const limits = holdLimits();
    standIn.answers(() => {
      limits.pass();
      return 'never';
    });
    await expect(open().http.call(getAdminInfo)).rejects.toMatchObject({ kind: 'timeout', status: 0 });
    expect(limits.set).toEqual([6000]);
    expect(standIn.asked).toHaveLength(1);
  });

  test('is not waited for by one who left', async () => {
    const controller = new AbortController();
    standIn.answers(() => {
      controller.abort();
      return 'never';
    });
    const call = open().http.call(getAdminInfo, {}, controller.signal);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('while the session is expired', () => {
  test('a call waits, and goes on with the new token after the sign-in', async () => {
    const { http, session } = open('old');
    session.expire();
    const call = http.call(getAdminInfo);
    await http.call(checkLogin);
    expect(standIn.asked.map(({ path }) => path)).toEqual(['auth.auth/checkLogin']);
    session.begin('new');
    await call;
    expect(standIn.asked[1]).toMatchObject({ path: 'base.admin/getAdminInfo', headers: { authorization: 'new' } });
  });

  test.each([
    ['a read', getAdminInfo, {}],
    ['a write', setIndex, { cid: 1 }],
  ])(
    'day B1: %s that was on its way, and is refused for the token, waits too, and ends no session',
    async (_name, call, params) => {
      const { http, session } = open('old');
      const waits = vi.spyOn(session, 'whenUsable');
      standIn.answers(
        () => {
          session.expire();
          return { status: 401, body: '' };
        },
        done({ id: 1 }),
      );
      const made = http.call(call, params);
      // Once before it is sent, and again when it is refused.
      await expect.poll(() => waits.mock.calls.length).toBe(2);
      expect(session.status()).toBe('expired');
      session.begin('new');
      expect(await made).toMatchObject({ id: 1 });
      expect(standIn.asked.map(({ headers }) => headers.authorization)).toEqual(['old', 'new']);
    },
  );

  test('a write whose reply was lost waits before it is asked again', async () => {
    const { http, session } = open('old');
    const { promise: isExpired, resolve } = Promise.withResolvers<void>();
    passWaits([0], () => {
      session.expire();
      resolve();
    });
    standIn.answers('lost', done({ id: 1 }));
    const call = http.call(setIndex, { cid: 1 });
    await isExpired;
    session.begin('new');
    await call;
    expect(standIn.asked.map(({ headers }) => headers.authorization)).toEqual(['old', 'new']);
  });

  test('a call of one who gives up goes on, and is refused for what it is', async () => {
    const { http, session } = open('old');
    session.expire();
    standIn.answers({ status: 401, body: '' });
    const call = http.call(getAdminInfo);
    session.end();
    await expect(call).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(standIn.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});

describe('a call that is refused for a token which was replaced meanwhile', () => {
  /** Someone signs in while the call is on its way. */
  const refuseLate = (session: { begin(token: string): Promise<void> }) =>
    standIn.answers(
      async () => {
        await session.begin('new');
        return { status: 401, body: '' };
      },
      done({ id: 1 }),
    );

  test('is asked again where it reads, and the new session lives', async () => {
    const { http, session, authProvider } = open('old');
    refuseLate(session);
    expect(await http.call(getAdminInfo)).toMatchObject({ id: 1 });
    expect(standIn.asked.map(({ headers }) => headers.authorization)).toEqual(['old', 'new']);
    await authProvider.checkAuth({});
    expect(session.status()).toBe('in');
  });

  test('is not made for whoever signed in where it writes, and ends no session', async () => {
    const { http, session, authProvider } = open('old');
    refuseLate(session);
    const failure = await http.call(setIndex, { cid: 1 }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'superseded', message: 'failure.superseded' });
    expect(standIn.asked).toHaveLength(1);
    await authProvider.checkError(failure);
    expect([session.token(), session.status()]).toEqual(['new', 'in']);
  });
});

const posting = (content: string) => ({ title: '制茶师', col_id: 1, content });

test('what outgrows a query goes as a form, where the back end takes it so', async () => {
  const { http } = open();
  await http.call(recruitment.calls.create, posting('短'));
  await http.call(recruitment.calls.create, posting('长'.repeat(500)));
  expect(standIn.asked.map(({ verb, query, form }) => [verb, { ...query, ...form }.content?.length])).toEqual([
    ['GET', 1],
    ['POST', 500],
  ]);
});

test('a back end that does not say that it takes a form gets the query, however long', async () => {
  const { http, features } = open();
  features.learn([]);
  await http.call(recruitment.calls.create, posting('长'.repeat(500)));
  expect(standIn.asked[0]).toMatchObject({ verb: 'GET', form: {} });
});
