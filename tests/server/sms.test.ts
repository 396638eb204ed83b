import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { formatsZh } from '../../contract/formats.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { up } from '../../server/database/migrations/0010-phone-numbers.ts';
import { describeTestedDatabases, type Refused, startServer, type TestAdmin } from '../support/server.ts';
import { allText } from '../support/tables.ts';
import { waitForValue } from '../support/waitForValue.ts';

interface Message {
  PhoneNumberSet: string[];
  TemplateParamSet: string[];
}
const gateway = vi.hoisted(() => ({ sent: [] as Message[], answer: async (): Promise<unknown> => ({}) }));
vi.mock('tencentcloud-sdk-nodejs-sms/tencentcloud/services/sms/v20210111/sms_client.js', () => ({
  Client: class {
    SendSms(message: Message) {
      gateway.sent.push(message);
      return gateway.answer();
    }
  },
}));
const isSent = async () => ({ SendStatusSet: [{ Code: 'Ok' }] });
const config = {
  sms_secret_id: 'id',
  sms_secret_key: 'key',
  sms_app_id: '14000',
  sms_sign: '茶园',
  sms_template: '77',
};
let numbers = 0;
const newNumber = () => `1380000${String(++numbers).padStart(4, '0')}`;
let peers = 0;
const anonymous = () => ({ token: '', headers: { 'x-forwarded-for': `192.0.${2 + (peers >> 8)}.${peers++ & 255}` } });

describeTestedDatabases('Signing in by SMS', (server) => {
  let admin: TestAdmin & { mobile: string };
  beforeAll(async () => {
    await server.data('base.Config/saveConfig', config);
  });
  beforeEach(async () => {
    gateway.answer = isSent;
    const made = await server.makeAdmin(await server.makeRole([]));
    admin = { ...made, mobile: newNumber() };
    await server.data('base.admin/editAdmin', { id: admin.id, mobile: admin.mobile });
  });
  const ask = (mobile: string) => server.call<{ seconds: number }>('auth.auth/sendVerify', { mobile }, anonymous());
  const login = (username: string, verify: string) =>
    server.call<Refused & { token: string }>('auth.auth/login', { username, verify }, anonymous());
  const attempts = (kind: string) => server.database.db.deleteFrom('attempt').where('key', 'like', `sms-${kind}:%`);
  const minuteOver = () => attempts('minute').execute();
  const pauseOver = () => attempts('pause').execute();
  const codesTo = (mobile: string) =>
    gateway.sent.filter(({ PhoneNumberSet }) => PhoneNumberSet[0] === mobile).map((each) => each.TemplateParamSet[0]);
  async function codeTo(mobile: string): Promise<string> {
    const before = codesTo(mobile).length;
    await minuteOver();
    await pauseOver();
    expect((await ask(mobile)).body).toMatchObject({ code: 1, data: { seconds: 60 } });
    await expect.poll(() => codesTo(mobile)).toHaveLength(before + 1);
    return codesTo(mobile).at(-1) ?? '';
  }
  const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('sends six digits and their ten minutes, and lets in with them once', async () => {
    const code = await codeTo(admin.mobile);
    expect(code).toMatch(/^\d{6}$/);
    expect(gateway.sent.at(-1)).toMatchObject({
      SmsSdkAppId: '14000',
      TemplateId: '77',
      TemplateParamSet: [code, '10'],
    });
    const { body } = await login(`+86 ${admin.mobile.slice(0, 3)}-${admin.mobile.slice(3)}`, code);
    expect(body.code).toBe(1);
    const own = await server.data('base.admin/getAdminInfo', {}, { token: body.data.token });
    expect(own).toMatchObject({ id: admin.id });
    expect((await login(admin.mobile, code)).body).toMatchObject({
      code: 0,
      msg: '验证码错误或已失效',
      data: { errors: { verify: '验证码错误或已失效' } },
    });
  });

  test('knows a number by its digits, with whatever marks it is kept, asked for and typed', async () => {
    const [area, rest] = [admin.mobile.slice(0, 3), admin.mobile.slice(3)];
    await server.data('base.admin/editAdmin', { id: admin.id, mobile: `(${area}) ${rest}` });
    const code = await codeTo(admin.mobile);
    expect((await login(`(+86) ${area}-${rest}`, code)).body.code).toBe(1);
    const { body } = await server.call<Refused>('auth.auth/sendVerify', { mobile: '()' }, anonymous());
    expect(body.data.errors).toEqual({ mobile: formatsZh.format_phone });
  });

  test.each([
    ['+86 and dashes', (number: string) => `+86 ${number.slice(0, 3)}-${number.slice(3, 7)}-${number.slice(7)}`],
    ['0086', (number: string) => `0086${number}`],
    ['a trunk 0', (number: string) => `0${number}`],
    ['86 and a trunk 0', (number: string) => `86 (0)${number}`],
    [
      'full-width digits',
      (number: string) => [...number].map((d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0)).join(''),
    ],
    ['full-width spaces and brackets', (number: string) => `（＋86）　${number}`],
  ])('A18: knows a number written with %s, and lets no other administrator have it', async (_how, written) => {
    const mobile = newNumber();
    await server.data('base.admin/editAdmin', { id: admin.id, mobile: written(mobile) });
    const { data } = await server.data<{ data: unknown[] }>('base.admin/getAdminList', { ids: admin.id });
    expect(data).toMatchObject([{ mobile }]);
    const other = await server.makeAdmin(await server.makeRole([]));
    for (const taken of [mobile, written(mobile)]) {
      const { body } = await server.call<Refused>('base.admin/editAdmin', { id: other.id, mobile: taken });
      expect(body.data.errors).toEqual({ mobile: '已被使用' });
    }
    await minuteOver();
    expect((await ask(written(mobile))).body.code).toBe(1);
    const code = await waitForValue(() => codesTo(mobile)[0] ?? expect.fail('not sent'));
    expect((await login(written(mobile), code)).body.code).toBe(1);
  });

  test('A18: numbers that stand in other forms are put into the one, but for those that somebody has', async () => {
    const { db } = server.database;
    const [mobile, other] = [newNumber(), await server.makeAdmin(await server.makeRole([]))];
    const set = (id: number, value: string) =>
      db.updateTable('admin').set({ mobile: value }).where('id', '=', id).execute();
    await set(admin.id, `+86-${mobile}`);
    await set(other.id, `0086 ${mobile}`);
    await up(db as never);
    await up(db as never);
    const rows = await db
      .selectFrom('admin')
      .select('mobile')
      .where('id', 'in', [admin.id, other.id])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.mobile)).toEqual([mobile, `0086 ${mobile}`]);
    await set(other.id, '');
  });

  test('of 20 parallel uses of one code lets exactly one in', async () => {
    const code = await codeTo(admin.mobile);
    const uses = await Promise.all(Array.from({ length: 20 }, () => login(admin.mobile, code)));
    expect(uses.filter(({ body }) => body.code === 1)).toHaveLength(1);
  });

  test('gives five guesses, and the right code is dead after them', async () => {
    const code = await codeTo(admin.mobile);
    for (let n = 0; n < 5; n++) expect((await login(admin.mobile, wrongFor(code))).body.code).toBe(0);
    expect((await login(admin.mobile, code)).body.code).toBe(0);
  });

  test('takes a code for its own number alone, until a new one kills it, for ten minutes', async () => {
    const other = newNumber();
    const code = await codeTo(admin.mobile);
    expect((await login(other, code)).body.code).toBe(0);
    const next = await codeTo(admin.mobile);
    if (next !== code) expect((await login(admin.mobile, code)).body.code).toBe(0);
    await server.database.db.updateTable('sms_code').set({ until: '2020-01-01T00:00:00Z' }).execute();
    expect((await login(admin.mobile, next)).body.code).toBe(0);
  });

  test('answers an unknown number and that of a disabled administrator as any other, and sends them nothing', async () => {
    await server.data('base.admin/editAdmin', { id: admin.id, status: 0 });
    const unknown = newNumber();
    const same = anonymous();
    const askAgain = (mobile: string) => server.call('auth.auth/sendVerify', { mobile }, same);
    const replies = [];
    for (const mobile of [unknown, admin.mobile, unknown, admin.mobile]) replies.push(await askAgain(mobile));
    const [first, second, third, fourth] = replies.map(({ status, body }) => ({ status, body }));
    expect(first).toEqual({ status: 200, body: { code: 1, msg: '', data: { seconds: 60 } } });
    expect(second).toEqual(first);
    // A second may pass between the two.
    const throttled = {
      code: 429,
      msg: expect.stringMatching(/^尝试次数过多，请在 (60|[45]\d) 秒后重试$/),
      data: null,
    };
    for (const refused of [third, fourth]) expect(refused).toEqual({ status: 429, body: throttled });
    const known = await server.makeAdmin(await server.makeRole([]));
    const mobile = newNumber();
    await server.data('base.admin/editAdmin', { id: known.id, mobile });
    await codeTo(mobile); // what was asked before is done by now
    expect([...codesTo(unknown), ...codesTo(admin.mobile)]).toEqual([]);
  });

  const from = (ip: string) => ({ token: '', headers: { 'x-forwarded-for': ip } });
  const askFrom = async (ip: string) => {
    await minuteOver();
    return (await server.call('auth.auth/sendVerify', { mobile: admin.mobile }, from(ip))).status;
  };
  const knownFrom = (ip: string) => {
    const { username, password } = admin;
    return server.data('auth.auth/login', { username, password }, from(ip));
  };

  test('A11: strangers’ messages to a number come further and further apart, however many networks they have, and hold up none of those that signed in', async () => {
    await knownFrom('203.0.113.1');
    const burst = [];
    for (let n = 0; n < 25; n++) burst.push(await askFrom(`203.0.113.${10 + n}`));
    expect(burst).toEqual([200, ...Array(24).fill(429)]);
    await pauseOver();
    const together = await Promise.all(Array.from({ length: 10 }, (_, n) => askFrom(`203.0.113.${50 + n}`)));
    expect(together.toSorted()).toEqual([200, ...Array(9).fill(429)]);
    const waits = [];
    for (let n = 0; n < 3; n++) {
      waits.push((await ask(admin.mobile)).body.msg);
      await pauseOver();
      expect(await askFrom(`203.0.113.${80 + n}`)).toBe(200);
    }
    waits.push((await ask(admin.mobile)).body.msg);
    expect(waits).toEqual([5, 30, 120, 120].map((minutes) => `尝试次数过多，请在 ${minutes} 分钟后重试`));

    for (let n = 0; n < 10; n++) expect(await askFrom('203.0.113.1')).toBe(200);
    expect(await askFrom('203.0.113.1')).toBe(429);
    await knownFrom('203.0.113.3');
    expect(await askFrom('203.0.113.3')).toBe(200);
  });

  test('A11: one stranger has five messages of a day to a number', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      await pauseOver();
      statuses.push(await askFrom('203.0.113.2'));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await pauseOver();
    expect(await askFrom('203.0.113.90')).toBe(200);
  });

  test.each([true, false])(
    'A11: what strangers ask for and guess kills no code of another network (that signed in: %s)',
    async (isKnown) => {
      if (isKnown) await knownFrom('203.0.113.4');
      expect(await askFrom('203.0.113.4')).toBe(200);
      await expect.poll(() => codesTo(admin.mobile)).toHaveLength(1);
      const [code = ''] = codesTo(admin.mobile);
      for (let n = 0; n < 6; n++) await login(admin.mobile, wrongFor(code));
      await pauseOver();
      expect(await askFrom('203.0.113.5')).toBe(200);
      const { body } = await server.call(
        'auth.auth/login',
        { username: admin.mobile, verify: code },
        from('203.0.113.4'),
      );
      expect(body.code).toBe(1);
    },
  );

  test('sends one a minute to a number, and asks of one address twenty an hour', async () => {
    const again = anonymous();
    const twice = () => server.call('auth.auth/sendVerify', { mobile: admin.mobile }, again);
    expect([(await twice()).status, (await twice()).status]).toEqual([200, 429]);
    const same = anonymous();
    const asked = Array.from({ length: 21 }, () => server.call('auth.auth/sendVerify', { mobile: newNumber() }, same));
    const statuses = (await Promise.all(asked)).map((reply) => reply.status).toSorted();
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  test('answers at once where the gateway hangs or fails, which the run log tells without code and number', async () => {
    let end = () => {};
    gateway.answer = () =>
      new Promise((_resolve, reject) => {
        end = () => reject(Object.assign(new Error(`to ${admin.mobile}`), { code: 'FailedOperation.Busy' }));
      });
    const code = await codeTo(admin.mobile);
    end();
    const told = await waitForValue(async () => {
      const rows = await server.database.db.selectFrom('run_log').selectAll().where('event', '=', 'sms').execute();
      expect(rows.length).toBeGreaterThan(0);
      return JSON.stringify(rows);
    });
    expect(told).toContain('FailedOperation.Busy');
    expect(told).not.toContain(admin.mobile);
    expect(told).not.toContain(code);
  });

  test('sends no more than 300 an hour in all, and answers as if it did', async () => {
    const failures = async () =>
      (await server.database.db.selectFrom('run_log').selectAll().where('event', '=', 'sms').execute()).length;
    const before = await failures();
    const used = { key: 'sms-all', count: 300, until: toIsoSeconds(new Date(Date.now() + 60_000)) };
    const remove = () => server.database.db.deleteFrom('attempt').where('key', '=', used.key).execute();
    await remove();
    await server.database.db.insertInto('attempt').values(used).execute();
    try {
      expect((await ask(admin.mobile)).body).toMatchObject({ code: 1, data: { seconds: 60 } });
      await expect.poll(failures).toBe(before + 1);
      expect(codesTo(admin.mobile)).toEqual([]);
    } finally {
      await remove();
    }
  });

  test('A11: strangers together cause no more than 200 messages an hour, and leave the rest to who is known', async () => {
    await knownFrom('203.0.113.6');
    const used = { key: 'sms-strangers', count: 200, until: toIsoSeconds(new Date(Date.now() + 60_000)) };
    const remove = () => server.database.db.deleteFrom('attempt').where('key', '=', used.key).execute();
    await remove();
    await server.database.db.insertInto('attempt').values(used).execute();
    try {
      expect(await askFrom('203.0.113.7')).toBe(200);
      expect(await askFrom('203.0.113.6')).toBe(200);
      await expect.poll(() => codesTo(admin.mobile)).toHaveLength(1);
    } finally {
      await remove();
    }
  });

  test('keeps neither numbers nor codes as they are', async () => {
    const stranger = newNumber();
    await ask(stranger);
    const code = await codeTo(admin.mobile);
    const text = await allText(server.database);
    expect(text).not.toContain(stranger);
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  test('is no way around the second factor', async () => {
    const { id } = admin;
    const row = { admin_id: id, pending: 0, secret: '', create_time: '', session_id: null };
    await server.database.transaction((db) => db.insertInto('totp').values(row).execute());
    const code = await codeTo(admin.mobile);
    expect((await login(admin.mobile, code)).body).toMatchObject({
      code: 0,
      msg: '此账户已开启两步验证，请用密码登录',
    });
  });
});

test.each([
  ['on one machine', []],
  ['behind a proxy', ['127.0.0.1']],
])('A7: without a gateway no code is made, sent or taken %s, but for development', async (_where, trustProxy) => {
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
  const server = await startServer({ settings: { trustProxy } });
  try {
    const mobile = newNumber();
    const [{ id }] = (await server.data<{ data: [{ id: number }] }>('base.admin/getAdminList')).data;
    await server.data('base.admin/editAdmin', { id, mobile, password: server.password });
    const ini = () => server.data('auth.auth/ini', {}, { token: '' });
    const ask = () => server.call('auth.auth/sendVerify', { mobile }, { token: '' });
    const login = (verify: string) => server.call('auth.auth/login', { username: mobile, verify }, { token: '' });
    const off = { code: 0, msg: '短信登录尚未开通，请使用账户登录', data: null };
    expect(await ini()).toMatchObject({ sms: 0 });
    expect((await ask()).body).toEqual(off);
    expect(await server.database.db.selectFrom('sms_code').selectAll().execute()).toEqual([]);

    server.settings.smsConsole = true;
    expect(await ini()).toMatchObject({ sms: 1 });
    expect((await ask()).body.code).toBe(1);
    const line = await waitForValue(() => {
      expect(said).toHaveLength(1);
      return said[0] ?? '';
    });
    expect(line).toMatch(/^SMS code for 138\*\*\*\*\d{4}: \d{6}$/);
    const verify = line.slice(-6);
    expect(await allText(server.database)).not.toContain(verify);

    server.settings.smsConsole = false;
    expect((await login(verify)).body).toEqual(off);
    server.settings.smsConsole = true;
    expect((await login(verify)).body.code).toBe(1);
  } finally {
    log.mockRestore();
    await server.stop();
  }
});
