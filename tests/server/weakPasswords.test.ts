import { expect, test } from 'vitest';
import { generatePassword } from '../../src/utils/generatePassword.ts';
import { describeTestedDatabases, startServer } from '../support/server.ts';

const common = '此密码过于常见，请换一个';
const names = '此密码除了数字和标点，只有网站或账户的名称，请换一个别人猜不到的';
type Reply = { errors?: { password?: string } } | null;

describeTestedDatabases('A new password', (server) => {
  let groupId = 0;
  let n = 0;
  /** Adds an administrator with this password. @returns the error at its field; undefined if it is accepted */
  const refusalOf = async (password: string, account: Record<string, string> = {}) => {
    groupId ||= await server.makeRole([]);
    const draft = { username: `someone-${n++}`, groupId, ...account, password };
    const { body } = await server.call<Reply>('base.admin/addAdmin', draft);
    return body.code === 1 ? undefined : body.data?.errors?.password;
  };

  test('is refused where it is among the million commonest, in whatever case', async () => {
    // These are the first of the list that is long enough, some from its middle, and one of the last.
    for (const password of [
      'qwertyuiop',
      '1234567890',
      'Liverpool1',
      'WOAINI1314',
      'zxcvbnm123',
      'werew15975',
      'YANA39108742',
    ])
      expect(await refusalOf(password), password).toBe(common);
    for (const password of ['qwertyuiop-of-mine', 'correct staple battery', '48213057694412', '我家的猫爱吃小黄鱼呀'])
      expect(await refusalOf(password), password).toBeUndefined();
  });

  test('day B10: that the console generates is taken, and never the same', async () => {
    const made = Array.from({ length: 20 }, generatePassword);
    for (const password of made) expect(await refusalOf(password), password).toBeUndefined();
    expect(new Set(made).size).toBe(made.length);
  });

  test('is refused where names of the account, digits and signs leave less than four letters', async () => {
    const account = { nickname: '张三', email: 'zs.happy@example.com', mobile: '138 0013 8000' };
    let at = 0;
    const refusal = (password: string) => refusalOf(password, { ...account, username: `zhangsan${at++}`, mobile: '' });
    for (const password of [
      'zhangsan12345',
      '张三zhangsan123',
      'ZHANG-san-2026',
      'zh4ng$4n2026!',
      'happy.2026.zs',
      'zzhangsannnnn1',
    ])
      expect(await refusal(password), password).toBe(names);
    for (const password of ['zhangsan-kaffee', '张三爱吃西瓜和香蕉吧', 'happy-otter-71'])
      expect(await refusal(password), password).toBeUndefined();
    for (const [username, password] of Object.entries({ caller1: '13800138000', caller2: '+86 138-0013-8000' })) {
      const mobile = username === 'caller1' ? account.mobile : '13800138000';
      expect(await refusalOf(password, { username, mobile }), password).toBe(names);
    }
    expect(await refusalOf('13800138000', { username: 'no-caller' })).toBeUndefined();
  });

  test('is refused where it is made of the site’s names or of words of every back office', async () => {
    const hasSaid = async (password: string) => [password, await refusalOf(password)];
    for (const password of [
      'rTop-Admin-2026',
      '@dm1n1str@t0r!',
      'r.t.o.p.a.d.m.i.n',
      'Password-2026!',
      'guanliyuan88',
      '管理员2026管理员',
    ])
      expect(await hasSaid(password)).toEqual([password, names]);

    const own = ['lanting-2026!', '兰亭shufa2026', 'www.lanting-shufa.cn', 'Mozhai-Ltd-1'];
    for (const password of own) expect(await hasSaid(password)).toEqual([password, undefined]);
    await server.data('base.Config/saveConfig', {
      web_title: '兰亭书法',
      web_name: 'Lanting',
      company_name: 'Mozhai Ltd',
      web_basehost: 'https://www.lanting-shufa.cn',
    });
    for (const password of own) expect(await hasSaid(password)).toEqual([password, names]);
  });

  test('of one’s own, or of another after an edit, is held against the names as they will be', async () => {
    const admin = await server.makeAdmin(await server.makeRole([]));
    await server.data('base.admin/editAdmin', { id: admin.id, nickname: 'Wisteria' });
    const change = { password: admin.password, new_password: 'wisteria-2026' };
    expect((await server.call('auth.auth/changePassword', change, { token: admin.token })).body).toMatchObject({
      code: 0,
      data: { errors: { new_password: names } },
    });
    const edit = (more: object) => server.call('base.admin/editAdmin', { id: admin.id, ...more });
    expect((await edit({ password: 'wisteria-2026' })).body).toMatchObject({ data: { errors: { password: names } } });
    expect((await edit({ password: 'hydrangea-26', nickname: 'Hydrangea' })).body).toMatchObject({
      data: { errors: { password: names } },
    });
    expect((await edit({ password: 'wisteria-2026', nickname: 'Hydrangea' })).body.code).toBe(1);
  });

  test('says in English what it is made of', async () => {
    const draft = { username: 'speaker', password: 'speaker-2026', groupId: await server.makeRole([]) };
    const headers = { 'accept-language': 'en' };
    expect((await server.call('base.admin/addAdmin', draft, { headers })).body).toMatchObject({
      data: {
        errors: {
          password: expect.stringMatching(
            /^Apart from digits and punctuation, this password contains only names of the site/,
          ),
        },
      },
    });
  });
});

test('ADMIN_PASSWORD is refused for the same reasons', async () => {
  for (const [adminPassword, reason] of [
    ['qwertyuiop', 'is among the commonest passwords'],
    ['rtop-admin-1', 'is made only of names of the account or the site'],
  ])
    await expect(startServer({ settings: { adminPassword } })).rejects.toThrow(
      `ADMIN_PASSWORD ${reason}. Choose another.`,
    );
});
