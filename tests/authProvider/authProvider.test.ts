import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceId } from '../../authProvider/device.ts';
import { CallFailure, type FailureKind } from '../../dataProvider/failure.ts';
import { consoleZh } from '../../i18n/zh/console.ts';
import { consoleAt, memoryStorage } from '../support/provider.ts';
import { done, refused, useStandIn } from '../support/standIn.ts';

const standIn = useStandIn();
const open = (token = 'the-token') => consoleAt(standIn.url, token);
const asked = () => standIn.asked.map(({ path }) => path);
const admin = { id: 3, username: 'editor', nickname: '', role: { id: 2, title: '编辑' }, rules: [] as string[] };

describe('signing in', () => {
  test('stores the token', async () => {
    const { authProvider, session } = open('');
    standIn.answers(done({ token: 'fresh', expires: null }));
    await authProvider.login({ username: 'editor', password: 'secret words' });
    const form = { username: 'editor', password: 'secret words', verify: '' };
    expect(standIn.asked[0]?.form).toMatchObject(form);
    expect([session.token(), session.status()]).toEqual(['fresh', 'in']);
  });

  test('says which browser it is, to a back end that names that extension', async () => {
    const { authProvider, features } = open('');
    standIn.answers(done({ token: 'fresh', expires: null }));
    for (const extensions of [['devices'], []]) {
      features.learn(extensions);
      await authProvider.login({ username: 'editor', password: 'secret words' });
    }
    const form = { username: 'editor', password: 'secret words', verify: '' };
    expect(standIn.asked.map((asked) => asked.form)).toEqual([{ ...form, device: 'this-browser' }, form]);
  });

  test('makes up once which browser it is', () => {
    const storage = memoryStorage();
    const made = deviceId(storage);
    expect(made).toMatch(/^\d+(-\d+){3}$/);
    expect([deviceId(storage), deviceId(memoryStorage()) === made]).toEqual([made, false]);
  });

  test('that is refused stores nothing and says why', async () => {
    const { authProvider, session } = open('');
    standIn.answers(refused(0, '账户或密码错误'));
    await expect(authProvider.login({ username: 'editor', password: 'x' })).rejects.toThrow('账户或密码错误');
    expect(session.status()).toBe('out');
  });
});

describe('signing out', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => vi.useRealTimers());

  /** Calls `logout`. `left.to` becomes the address that it resolves to; `over` settles when it is done. */
  function leave({ authProvider }: ReturnType<typeof open>) {
    const left = { to: undefined as unknown };
    const over = authProvider.logout({}).then((to) => {
      left.to = to;
    });
    return { left, over };
  }

  test('tells the back end, clears the token, and goes to the sign-in after 0.8 seconds', async () => {
    const console = open();
    const isCleared = new Promise<void>((resolve) => console.session.subscribe(resolve));
    const { left, over } = leave(console);
    await isCleared;
    expect(standIn.asked[0]).toMatchObject({ path: 'auth.auth/logout', headers: { authorization: 'the-token' } });
    expect([console.session.token(), console.session.status()]).toEqual(['', 'out']);
    await vi.advanceTimersByTimeAsync(799);
    expect(left.to).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await over;
    expect(left.to).toBe('/rTopAdmin/login');
  });

  test('works where the line is lost', async () => {
    const console = open();
    standIn.answers('lost');
    const isCleared = new Promise<void>((resolve) => console.session.subscribe(resolve));
    const { left, over } = leave(console);
    await isCleared;
    await vi.advanceTimersByTimeAsync(800);
    await over;
    expect(left.to).toBe('/rTopAdmin/login');
  });

  test('makes no call to a back end that has none for it', async () => {
    const console = open();
    console.features.learn([]);
    const { over } = leave(console);
    await vi.advanceTimersByTimeAsync(800);
    await over;
    expect(asked()).toEqual([]);
    expect(console.session.status()).toBe('out');
  });

  test.each(['die', 'expire', 'end'] as const)(
    'of a session that did %s is at once, without a call',
    async (change) => {
      const console = open();
      console.session[change]();
      expect(await console.authProvider.logout({})).toBe('/rTopAdmin/Login');
      expect(asked()).toEqual([]);
      expect([console.session.token(), console.session.status()]).toEqual(['', 'out']);
    },
  );
});

describe('without a token', () => {
  test('one is sent to the sign-in without a message', async () => {
    await expect(open('').authProvider.checkAuth({})).rejects.toEqual({
      redirectTo: '/rTopAdmin/Login',
      message: false,
    });
  });

  test.each(['expire', 'die'] as const)('one stays where one is while the session did %s', async (change) => {
    const { authProvider, session } = open();
    session[change]();
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });
});

test('with a token one may stay', async () => {
  await expect(open().authProvider.checkAuth({})).resolves.toBeUndefined();
});

describe('an error', () => {
  test.each(['用户信息无效，请重新登录', '令牌已过期', ''])(
    'C4: of a dead token ends the session, always with the same sentence: %j',
    async (said) => {
      const { authProvider, session } = open();
      const failure = new CallFailure('unauthorized', said, 401);
      await expect(authProvider.checkError(failure)).rejects.toEqual({ message: 'failure.unauthorized' });
      expect(consoleZh.failure.unauthorized).toBe('用户信息无效，请重新登录');
      expect(session.status()).toBe('dead');
      await expect(authProvider.checkError(failure)).rejects.toEqual({ message: false });
    },
  );

  test('of a dead token signs nobody out who is out already, and says nothing', async () => {
    const { authProvider, session } = open();
    session.end();
    const failure = new CallFailure('unauthorized', '', 401);
    await expect(authProvider.checkError(failure)).rejects.toEqual({ message: false, logoutUser: false });
    expect(session.status()).toBe('out');
  });

  test('of a missing right makes the rights be asked for anew', async () => {
    standIn.answers(done({ id: 1, username: 'a', rules: [] }), done({ id: 1, username: 'a', rules: ['/content'] }));
    const { authProvider } = open();
    const rules = async () => (await authProvider.getIdentity?.())?.rules;
    expect([await rules(), await rules()]).toEqual([[], []]);
    await authProvider.checkError(new CallFailure('forbidden', '', 403));
    expect(await rules()).toEqual(['/content']);
  });

  const others: FailureKind[] = ['refused', 'invalid', 'missing', 'stale', 'forbidden', 'limited', 'server', 'timeout'];
  test.each(others)('of the kind %s leaves it alone', async (kind) => {
    const { authProvider, session } = open();
    await expect(authProvider.checkError(new CallFailure(kind, '', 0))).resolves.toBeUndefined();
    expect(session.status()).toBe('in');
  });

  test('that is none of a call leaves it alone', async () => {
    await expect(open().authProvider.checkError(new Error('401'))).resolves.toBeUndefined();
  });
});

describe('the administrator', () => {
  test('is asked for once, and again when the session has changed', async () => {
    const { authProvider, session } = open();
    standIn.answers(done(admin));
    await Promise.all([authProvider.getIdentity?.(), authProvider.canAccess?.({ action: 'list', resource: 'column' })]);
    await authProvider.getIdentity?.();
    expect(asked()).toEqual(['base.admin/getAdminInfo']);
    session.begin('another');
    await authProvider.getIdentity?.();
    expect(standIn.asked.map(({ headers }) => headers.authorization)).toEqual(['the-token', 'another']);
  });

  test('is asked for again after a failure', async () => {
    const { authProvider } = open();
    standIn.answers('lost', done(admin));
    await expect(authProvider.getIdentity?.()).rejects.toMatchObject({ kind: 'network' });
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: 3 });
  });

  test.each([
    ['小编', '小编'],
    ['', 'editor'],
  ])('of the nickname %j is called %s', async (nickname, fullName) => {
    standIn.answers(done({ ...admin, nickname }));
    expect(await open().authProvider.getIdentity?.()).toMatchObject({ username: 'editor', fullName });
  });
});

describe('a sign-in over the work of an administrator', () => {
  const signInAs = async (id: number) => {
    const console = open('old');
    standIn.answers(done(admin), done({ token: 'new', expires: null }), done({ ...admin, id }));
    await console.authProvider.getIdentity?.();
    console.session.expire();
    await console.authProvider.login({ username: 'editor', password: 'secret words' });
    return console.session.status();
  };

  test.each([
    ['may come later', { factor_due: '2100-01-01T00:00:00Z' }, undefined],
    ['is due', { factor_due: '2020-01-01T00:00:00Z' }, 'factor'],
    [
      'is due, and the password must be changed before',
      { factor_due: '2020-01-01T00:00:00Z', must_change: 1 },
      'password',
    ],
  ])('whose second factor %s', async (_, told, gate) => {
    standIn.answers(done({ ...admin, ...told }));
    expect((await open().authProvider.getIdentity?.())?.gate).toBe(gate);
  });

  test('goes on where it is theirs', async () => {
    expect(await signInAs(admin.id)).toBe('in');
    expect(standIn.asked[2]).toMatchObject({ path: 'base.admin/getAdminInfo', headers: { authorization: 'new' } });
  });

  test('goes on for nobody where it is another’s', async () => {
    expect(await signInAs(admin.id + 1)).toBe('other');
  });

  test('needs no look where nobody was known yet', async () => {
    const { authProvider, session } = open('old');
    session.expire();
    standIn.answers(done({ token: 'new', expires: null }));
    await authProvider.login({ username: 'editor', password: 'secret words' });
    expect(session.status()).toBe('in');
    expect(asked()).toEqual(['auth.auth/login']);
  });
});

describe('what an administrator may do', () => {
  const may = (action: string, resource: string, rules: string[] | undefined) => {
    standIn.answers(done({ ...admin, rules }));
    return open().authProvider.canAccess?.({ action, resource });
  };

  test('B5: the forms of contents read the parameters with the right to contents, their own screen does not open with it', async () => {
    expect(await may('choose', 'content_param', ['/content'])).toBe(true);
    expect(await may('choose', 'content_param', ['base.content/getContentParams'])).toBe(true);
    expect(await may('choose', 'content_param', ['/columnList'])).toBe(false);
    expect(await may('list', 'content_param', ['/content'])).toBe(false);
  });

  test.each([
    ['list', 'column', 'base.base/getColumnList'],
    ['show', 'column', 'base.base/getColumnList'],
    ['export', 'column', 'base.base/getColumnList'],
    ['create', 'column', 'base.base/addColumn'],
    ['edit', 'column', 'base.base/editColumn'],
    ['delete', 'column', 'base.base/deleteColumn'],
    ['list', 'article', 'base.content/getContentList?model=article'],
    ['delete', 'article', 'base.content/deleteArticle'],
  ])('%s of %s is by the rule %s', async (action, resource, rule) => {
    expect(await may(action, resource, [rule])).toBe(true);
    expect(await may(action, resource, ['base.base/other'])).toBe(false);
    expect(await may(action, resource, [])).toBe(false);
  });

  test('is everything where the rules name every path, as a super administrator is told', async () => {
    const rules = ['base.admin/getAdminList', 'base.admin/addAdmin', 'base.admin/editAdmin', 'base.admin/deleteAdmin'];
    const actions = ['list', 'create', 'edit', 'delete'];
    expect(await Promise.all(actions.map((action) => may(action, 'admin', rules)))).toEqual([true, true, true, true]);
  });

  test('is left to a back end that tells no rules', async () => {
    expect(await may('edit', 'column', undefined)).toBe(true);
  });

  test.each([
    ['create', 'single'],
    ['clone', 'column'],
    ['list', 'nothing'],
  ])('is not %s of %s, for which there is no call', async (action, resource) => {
    expect(await may(action, resource, ['/content'])).toBe(false);
    expect(asked()).toEqual([]);
  });
});
