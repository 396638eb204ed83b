import { expect, test } from 'vitest';
import { pagePolicy } from '../../contract/pagePolicy.ts';
import { pageOrigin } from '../../server/content/previews.ts';
import { describeTestedDatabases } from '../support/server.ts';
import { allText } from '../support/tables.ts';

interface Item {
  id: number;
  en_name: string;
  zh_name: string;
  value: string;
  type: string;
  version: number;
}

describeTestedDatabases('The configuration', (server) => {
  const read = () => server.data<Item[]>('base.Config/sysConfig');
  const savedValue = async (name: string) => (await read()).find(({ en_name }) => en_name === name)?.value;
  const versionNow = async () => Math.max(...(await read()).map(({ version }) => version));
  const save = (params: Record<string, unknown>) =>
    server.call<{ saved: number; version: number; errors: Record<string, string>; current: unknown }>(
      'base.Config/saveConfig',
      params,
    );

  test('has every item that the program uses, named and typed, from the first start', async () => {
    const items = await read();
    expect(items.find(({ en_name }) => en_name === 'web_title')).toMatchObject({
      zh_name: '网站标题',
      type: 'text',
      value: 'rTop Admin',
      version: 1,
    });
    expect(items.find(({ en_name }) => en_name === 'log_days')).toMatchObject({ type: 'number', value: '180' });
    expect(items.filter(({ zh_name }) => zh_name === '')).toEqual([]);
  });

  test('is saved by name, and each value is checked by its type', async () => {
    const html = '<p>正文</p><script>steal()</script>';
    const { body } = await save({ agreement_title: '用户协议', agreement_content: html, message_status: '0' });
    expect(body).toMatchObject({ code: 1, msg: '保存成功', data: { saved: 3, version: await versionNow() } });
    expect(await savedValue('agreement_content')).toBe('<p>正文</p>');
    expect(await savedValue('message_status')).toBe('0');
  });

  test('refuses an agreement without a title', async () => {
    await save({ agreement_title: '条款', agreement_content: '<p>正文</p>' });
    for (const params of [{ agreement_title: ' ' }, { agreement_title: '', agreement_content: '<p>新</p>' }])
      expect((await save(params)).body).toMatchObject({ code: 0, data: { errors: { agreement_title: '必填' } } });
    expect([await savedValue('agreement_title'), await savedValue('agreement_content')]).toEqual([
      '条款',
      '<p>正文</p>',
    ]);
  });

  test('is saved as the list that sysConfig answers', async () => {
    const config = (await read()).map((item) => (item.en_name === 'web_name' ? { ...item, value: '名称' } : item));
    expect((await save({ config })).body).toMatchObject({ code: 1, data: { saved: config.length } });
    expect(await savedValue('web_name')).toBe('名称');
  });

  test('takes the hosts of embedded pages as plain host names, none of them the site’s own', async () => {
    const refused = async (params: object) => (await save({ ...params })).body.data.errors?.web_frame_hosts;
    const typed = [
      'https://x.example',
      '*.example.com',
      '*.com',
      'x.example:8443',
      'x.example/film',
      'localhost',
      'a b',
      "'self'",
    ];
    for (const web_frame_hosts of [...typed, 'good.example, //x.example'])
      expect(await refused({ web_frame_hosts }), web_frame_hosts).toContain('player.example.com');
    const web_frame_hosts = ' Films.example.org，player.example.com\nv.example.net ';
    expect(await refused({ web_frame_hosts })).toBeUndefined();
    expect(await server.data('base.Data/webInfo')).toHaveProperty('web_frame_hosts', web_frame_hosts);
    for (const own of [{ web_basehost: 'films.example.org' }, { web_page_url: 'https://v.example.net/{slug}' }])
      expect(await refused(own)).toContain('本站');
    expect((await save({ web_frame_hosts: '', web_basehost: 'https://films.example.org' })).body.code).toBe(1);
    await save({ web_basehost: '' });
  });

  test('secure A12: nor does it take the console’s', async () => {
    const web_frame_hosts = 'films.example.org';
    const both = { web_frame_hosts, console_url: 'https://films.example.org' };
    expect((await save(both)).body.data.errors?.web_frame_hosts).toContain('本站');
    await save({ web_frame_hosts });
    expect((await save({ console_url: both.console_url })).body.data.errors?.web_frame_hosts).toContain('本站');
    await save({ web_frame_hosts: '' });
  });

  test('secure A12: the address of the pages names an origin of the console’s policy, and no directive', async () => {
    const policy = async () => pagePolicy({ nonce: 'x', connects: [], frames: [await pageOrigin(server.database.db)] });
    const before = await policy();
    for (const web_page_url of ['https://x.example;sandbox/{id}', 'https://x.example%3bsandbox/{id}']) {
      expect(Object.keys((await save({ web_page_url })).body.data.errors)).toEqual(['web_page_url']);
      // As a back-up from before may hold it.
      await server.database.db
        .updateTable('config_item')
        .set({ value: web_page_url })
        .where('en_name', '=', 'web_page_url')
        .execute();
      expect(await policy()).toBe(before);
    }
    await save({ web_page_url: 'https://x.example/{id}' });
    expect(await policy()).toContain('https://x.example;');
    await save({ web_page_url: '' });
  });

  test('takes all of a save or nothing, and says what is wrong with each name', async () => {
    const { body } = await save({ web_name: 'half', log_days: 'many', web_logo: 'javascript:x()', nothing: '1' });
    expect(body).toMatchObject({ code: 0, data: { errors: {} } });
    expect(Object.keys(body.data.errors).toSorted()).toEqual(['log_days', 'nothing', 'web_logo']);
    expect(await savedValue('web_name')).not.toBe('half');
  });

  test('keeps no number of the program’s own empty, since another would hold that nobody sees', async () => {
    const { body } = await save({ upload_max_size: '', smtp_port: '', web_name: 'half' });
    expect(body.data.errors).toEqual({ upload_max_size: '必填', smtp_port: '必填' });
    expect(await savedValue('upload_max_size')).toBe('512');
  });

  test('refuses a save over a version that someone has changed since, and says what stands there', async () => {
    const version = await versionNow();
    await save({ web_title: 'theirs', version });
    const { body } = await save({ web_title: 'mine', version });
    expect(body).toMatchObject({ code: 409, data: { current: { web_title: 'theirs', version: version + 1 } } });
    expect(body.msg).toBe('配置已被他人修改');
    // B8: and who saved it.
    expect(body.data).toMatchObject({ by: { username: 'admin' } });
    expect(await savedValue('web_title')).toBe('theirs');
    expect((await save({ web_title: 'mine', version: version + 1 })).body.code).toBe(1);
    expect((await save({ web_title: 'without a version' })).body.code).toBe(1);
  });

  test('is not raised in its version by a save that changes nothing', async () => {
    const version = await versionNow();
    expect((await save({ web_title: await savedValue('web_title'), version })).body.data.version).toBe(version);
  });

  test('refuses what is no map and no list', async () => {
    for (const config of ['7', '[{"value":"x"}]', '"text"'])
      expect((await save({ config })).body).toMatchObject({ code: 0, data: { errors: { config: '格式不正确' } } });
  });

  test('never sends a secret, only whether it is set, keeps it sealed, and keeps it where an empty value is saved', async () => {
    const { secrets, item } = { secrets: 'AKID-very-secret', item: 'sms_secret_key' };
    const shown = async () => (await read()).find(({ en_name }) => en_name === item);
    expect(await shown()).toMatchObject({ type: 'secret', value: '', is_set: 0 });
    expect((await save({ [item]: secrets })).body.code).toBe(1);
    expect(await shown()).toMatchObject({ value: '', is_set: 1 });
    const sealed = () =>
      server.database.db.selectFrom('config_item').select('value').where('en_name', '=', item).executeTakeFirst();
    const before = await sealed();
    await save({ config: await read() });
    await save({ [item]: '' });
    expect(await sealed()).toEqual(before);
    const stale = await save({ [item]: 'another', version: 1 });
    expect(stale.body).toMatchObject({ code: 409, data: { current: { [item]: '' } } });
    expect(await allText(server.database)).not.toContain(secrets);
    const [logged] = await server.database.db
      .selectFrom('operation_log')
      .select(['before', 'after', 'params'])
      .where('after', 'like', `%${item}%`)
      .execute();
    expect(logged).toEqual({ before: `{"${item}":""}`, after: `{"${item}":"***"}`, params: `{"${item}":"***"}` });
  });

  test('empties a secret that is named so, and nothing that is none', async () => {
    const shown = async () => (await read()).find(({ en_name }) => en_name === 'smtp_password');
    await save({ smtp_password: 'to be forgotten' });
    const { body } = await save({ clear: 'smtp_password,web_title' });
    expect(body).toMatchObject({ code: 0, data: { errors: { web_title: '没有这个参数' } } });
    expect(await shown()).toMatchObject({ is_set: 1 });
    expect((await save({ clear: 'smtp_password' })).body.code).toBe(1);
    expect(await shown()).toMatchObject({ is_set: 0 });
  });

  test('says what would be right in the place of a value that an item cannot have', async () => {
    const wrong = {
      company_email: 'nobody',
      cos_bucket: 'Upper',
      cos_region: 'ap guangzhou',
      smtp_port: '70000',
      web_title: 'x'.repeat(61),
      upload_image_type: 'png,svg',
      log_days: '1.5',
      web_logo: 'javascript:x()',
    };
    const { errors } = (await save(wrong)).body.data;
    expect(errors).toEqual({
      company_email: '请填写邮箱地址，例如 name@example.com',
      cos_bucket: '存储桶由小写字母、数字和 - 组成，以账号编号结尾，例如 site-1250000000',
      cos_region: '地域由小写字母、数字和 - 组成，例如 ap-guangzhou',
      smtp_port: '不能大于 65535',
      web_title: '最多 60 个字符',
      upload_image_type: '只能是：jpg / png / gif / webp / avif',
      log_days: '请填写整数，例如 12',
      web_logo: '链接只能以 http、https、mailto、tel 开头或是站内地址',
    });
  });

  test('holds the numbers of the system to their limits', async () => {
    const { body } = await save({ session_idle_hours: '0', session_days: '366' });
    expect(body.data.errors).toEqual({ session_idle_hours: '不能小于 1', session_days: '不能大于 365' });
    expect((await save({ session_idle_hours: '720', session_days: '1' })).body.code).toBe(1);
  });

  test('leaves a row in the operation log for each item that changed', async () => {
    await save({ company_name: 'before', company_phone: '1' });
    await save({ company_name: 'after', company_phone: '1' });
    const [last, earlier] = await server.database.db
      .selectFrom('operation_log')
      .select(['target', 'before', 'after'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(last).toEqual({
      target: 'config_item',
      before: '{"company_name":"before"}',
      after: '{"company_name":"after"}',
    });
    expect(earlier?.after).not.toBe(last?.after);
  });

  test('of two saves over one version at the same moment one is taken', async () => {
    const version = await versionNow();
    const saves = ['a', 'b', 'c', 'd'].map((name) => save({ company_address: name, version }));
    const codes = (await Promise.all(saves)).map(({ body }) => body.code);
    expect(codes.toSorted()).toEqual([1, 409, 409, 409]);
  });

  test('A9: a kept secret goes nowhere else: a change of host, port, account or bucket asks for it again', async () => {
    const again = '它的服务器、账号或去向已更改，请重新填写，以免密钥被发往别处';
    const mail = { smtp_host: 'smtp.example.com', smtp_port: '465', smtp_user: 'me', smtp_password: 'mail-secret' };
    const sms = { sms_secret_id: 'id', sms_app_id: '1', sms_secret_key: 'sms-secret' };
    const cos = { cos_secret_id: 'id', cos_bucket: 'site-1250000000', cos_region: 'ap-guangzhou' };
    expect((await save({ ...mail, ...sms, ...cos, cos_secret_key: 'cos-secret' })).body.code).toBe(1);
    const moves = {
      smtp_password: { smtp_host: 'evil.example.com', smtp_port: '2525', smtp_user: 'other' },
      sms_secret_key: { sms_secret_id: 'other', sms_app_id: '2' },
      cos_secret_key: {
        cos_secret_id: 'other',
        cos_bucket: 'evil-1250000001',
        cos_region: 'ap-beijing',
        cos_domain: 'https://evil.example.com',
      },
    };
    const sealed = async () =>
      (await server.database.db.selectFrom('config_item').select('value').where('type', '=', 'secret').execute()).map(
        ({ value }) => value,
      );
    const before = await sealed();
    for (const [secret, items] of Object.entries(moves))
      for (const [name, value] of Object.entries(items))
        for (const params of [{ [name]: value }, { config: [{ en_name: name, value }], [secret]: ' ' }]) {
          const { body } = await save(params);
          expect([name, body.code, body.data.errors]).toEqual([name, 0, { [secret]: again }]);
        }
    expect(await savedValue('smtp_host')).toBe('smtp.example.com');
    expect(await sealed()).toEqual(before);
    // Nothing is asked for where it goes nowhere new, or is given, or given up.
    const open = [
      { ...mail, smtp_password: '' },
      { smtp_from: 'site@example.com', sms_sign: '茶园' },
      { smtp_host: '' },
      { ...mail, smtp_host: 'other.example.com' },
      { smtp_host: 'third.example.com', clear: 'smtp_password' },
      { smtp_host: 'fourth.example.com' },
    ];
    for (const params of open) expect((await save(params)).body).toMatchObject({ code: 1 });
    expect(JSON.stringify((await save({ smtp_host: 'x.example.com' })).body)).not.toContain('secret');
  });

  test('A9: a mask that is sent back for a secret leaves it as it is, and does not stand for it where it would go elsewhere', async () => {
    const targets = { smtp_host: 'smtp.example.com', sms_secret_id: 'id', sms_app_id: '1', cos_secret_id: 'id' };
    const bucket = { cos_bucket: 'site-1250000000', cos_region: 'ap-guangzhou' };
    const secrets = ['smtp_password', 'sms_secret_key', 'cos_secret_key'];
    const all = (value: string) => Object.fromEntries(secrets.map((name) => [name, value]));
    expect((await save({ ...targets, ...bucket, ...all('kept-as-it-is') })).body.code).toBe(1);
    const sealed = () =>
      server.database.db.selectFrom('config_item').select(['en_name', 'value']).where('type', '=', 'secret').execute();
    const before = await sealed();
    for (const mask of ['******', '***', ' •••••••• ', '●●●']) {
      const map = all(mask);
      const list = (await read()).map(({ en_name, value }) => ({ en_name, value: map[en_name] ?? value }));
      for (const params of [map, { config: map }, { config: list }]) expect((await save(params)).body.code).toBe(1);
      expect(await sealed(), mask).toEqual(before);
      const { errors } = (await save({ smtp_host: 'evil.example.com', smtp_password: mask })).body.data;
      expect(Object.keys(errors)).toEqual(['smtp_password']);
    }
    const noBucket = { cos_secret_id: '', cos_bucket: '', cos_region: '' };
    expect((await save({ ...all('***'), clear: secrets.join(), ...noBucket, smtp_host: '' })).body.code).toBe(1);
    expect((await read()).filter(({ en_name }) => secrets.includes(en_name))).toMatchObject(
      secrets.map(() => ({ is_set: 0 })),
    );
  });

  test('A9: the sealed text of a secret is no secret that keeps it', async () => {
    await save({ smtp_host: 'smtp.example.com', smtp_password: 'mail-secret' });
    const stored = () =>
      server.database.db
        .selectFrom('config_item')
        .select('value')
        .where('en_name', '=', 'smtp_password')
        .executeTakeFirstOrThrow();
    const { value: sealed } = await stored();
    expect((await save({ smtp_host: 'evil.example.com', smtp_password: sealed })).body.code).toBe(1);
    expect((await stored()).value).not.toBe(sealed);
    await save({ smtp_host: '', clear: 'smtp_password' });
  });

  test('A17: logs are kept for 30 days at least, or for ever, and a change of it stands in the run log', async () => {
    for (const log_days of ['1', '29', '-1'])
      expect((await save({ log_days })).body).toMatchObject({ code: 0, data: { errors: { log_days: '不能小于 30' } } });
    for (const log_days of ['30', '0', '180']) expect((await save({ log_days })).body.code).toBe(1);
    await save({ log_days: '180', web_name: '不变' });
    const { data } = await server.data<{ data: object[] }>('base.base/getSystemLog', { limit: 100 });
    const changes = data.filter((row) => JSON.stringify(row).includes('log_days'));
    expect(changes).toMatchObject([
      { level: 'warn', event: 'config', message: 'admin changed log_days from 0 to 180' },
      { message: 'admin changed log_days from 30 to 0' },
      { message: 'admin changed log_days from 180 to 30' },
    ]);
  });
});
