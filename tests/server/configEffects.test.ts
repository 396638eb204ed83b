import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listen } from '../support/listen.ts';
import { type MailServer, readMail, startMailServer } from '../support/mailServer.ts';
import { freePort } from '../support/port.ts';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

const sms = vi.hoisted(() => ({ sent: [] as { PhoneNumberSet: string[] }[], code: 'Ok' }));
vi.mock('tencentcloud-sdk-nodejs-sms/tencentcloud/services/sms/v20210111/sms_client.js', () => ({
  Client: class {
    async SendSms(message: { PhoneNumberSet: string[] }) {
      sms.sent.push(message);
      return { SendStatusSet: [{ Code: sms.code }] };
    }
  },
}));

// Shortens the time limit of a test message.
const testMs = 1500;
vi.mock('../../contract/calls/config.ts', async (original) => ({ ...(await original<object>()), testMs: 1500 }));

describeTestedDatabases('A setting', (server, kind) => {
  let mail: MailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    await import('nodemailer'); // the first test would wait for it
  });
  afterAll(() => mail.stop());
  const save = (params: Record<string, unknown>) => server.data('base.Config/saveConfig', params);
  const tryOut = (kind: 'testMail' | 'testSms', to: string) => server.call<Refused>(`base.Config/${kind}`, { to });
  const visitor = { token: '' };
  const failed = '发送失败，请检查设置；原因见运行日志';
  const runLog = async () => {
    const { data } = await server.data<{ data: { message: string }[] }>('base.base/getSystemLog', { limit: 10 });
    return data.map(({ message }) => message).join('\n');
  };
  const lastInRunLog = async () => (await runLog()).split('\n')[0];

  test('of mail is tried by a message to whom one names; what the server refuses stands in the run log', async () => {
    expect((await tryOut('testMail', 'boss@example.com')).body).toMatchObject({
      code: 0,
      msg: '请先填写并保存邮件服务器和发件地址',
    });
    await save({ smtp_host: '127.0.0.1', smtp_port: mail.port, smtp_from: 'site@example.com' });
    expect((await tryOut('testMail', 'boss@example.com')).body).toMatchObject({ code: 1, msg: '已发送，请查收' });
    expect(mail.mails.at(-1)).toMatch(/^To: boss@example\.com$/m);
    const { body } = await tryOut('testMail', 'refused@example.com');
    expect(body).toMatchObject({ code: 0, msg: failed });
    await expect.poll(lastInRunLog).toContain('nobody is called so');
    const sent = mail.mails.length;
    expect((await tryOut('testMail', 'a@example.com, b@example.com')).body.code).toBe(0);
    expect(mail.mails).toHaveLength(sent);
  });

  test('of mail keeps its password off a line that is not encrypted, but for one within this machine', async () => {
    const authOn = async (smtp_host: string) => {
      mail.said.length = 0;
      await save({ smtp_host, smtp_port: mail.port, smtp_user: 'me', smtp_password: 'secret-of-mail' });
      const { body } = await tryOut('testMail', 'boss@example.com');
      expect(JSON.stringify(body)).not.toContain('secret-of-mail');
      return [body.code, mail.said.filter((line) => line.startsWith('AUTH')).length];
    };
    expect(await authOn('127.0.0.1')).toEqual([1, 1]);
    // These names lead to the same server without saying so. The first one could be a host of anyone's domain, and
    // resolving it may take longer than the test of a mail.
    for (const host of ['127.1', '0.0.0.0']) expect(await authOn(host), host).toEqual([0, 0]);
    expect(mail.said).toContain('STARTTLS');
    await save({ smtp_host: '127.0.0.1', smtp_user: '', clear: 'smtp_password' });
  });

  test('of SMS is tried by a message; its gateway’s refusal stands in the run log', async () => {
    expect((await tryOut('testSms', '13800001234')).body.msg).toBe('请先填写并保存全部短信设置');
    const account = { sms_secret_id: 'id', sms_secret_key: 'key', sms_app_id: '14000', sms_sign: '茶园' };
    await save({ ...account, sms_template: '77' });
    expect((await tryOut('testSms', '138 0000 1234')).body.code).toBe(1);
    expect(sms.sent.at(-1)?.PhoneNumberSet).toEqual(['13800001234']);
    expect((await tryOut('testSms', 'nobody')).body.data.errors).toEqual({
      to: '请填写电话号码，只能有数字、空格、括号、+ 和 -，例如 138 0013 8000',
    });
    sms.code = 'FailedOperation.SignatureIncorrectOrUnapproved';
    expect((await tryOut('testSms', '13800001234')).body.msg).toBe(failed);
    await expect.poll(lastInRunLog).toContain('SignatureIncorrectOrUnapproved');
    sms.code = 'Ok';
  });

  test('of messages brings each new one to an address by mail', async () => {
    await save({ smtp_host: '127.0.0.1', smtp_port: mail.port, smtp_from: 'site@example.com' });
    await save({ message_mail_to: 'boss@example.com' });
    const { id } = await server.data('base.base/addColumn', { title: '联系我们', model: 'message' });
    const before = mail.mails.length;
    await server.data('site.message/send', { col_id: id, name: 'Lin', content: 'hello there' }, visitor);
    await expect.poll(() => mail.mails).toHaveLength(before + 1);
    expect(readMail(mail.mails.at(-1) ?? '').text).toContain('hello there');
  });

  test('closes the site: its visitors read the text and nothing else', async () => {
    await save({ web_status: '0', web_status_text: '春节放假，初七见' });
    for (const path of ['site.column/list', 'site.agreement/read'])
      expect((await server.call(path, {}, visitor)).body).toMatchObject({ code: 0, msg: '春节放假，初七见' });
    const info = await server.data('site.info/read', {}, visitor);
    expect(info).toMatchObject({ web_status: 0, web_status_text: '春节放假，初七见' });
    await save({ web_status: '1' });
    expect((await server.call('site.column/list', {}, visitor)).body.code).toBe(1);
  });

  test('of the site is what its visitors are told', async () => {
    const given = { web_ico: '/upload/a.png', web_garecordnum: '京公网安备 11010102000001号', web_copyright: '© 茶园' };
    await save(given);
    expect(await server.data('site.info/read', {}, visitor)).toMatchObject(given);
  });

  test.runIf(kind === 'sqlite')(
    'A9: of mail that fails is said in one sentence and after one time, so that it tells no open port from a closed one',
    async () => {
      const silent = createServer(() => {});
      const chatty = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.6\r\n'));
      const ports = [await freePort(), await listen(silent), await listen(chatty), mail.port];
      const { token } = await server.makeAdmin(await server.makeRole(['base.Config/testMail']));
      const tryOut = () => server.call('base.Config/testMail', { to: 'refused@example.com' }, { token });
      const answers: unknown[] = [];
      for (const smtp_port of ports) {
        await save({ smtp_host: '127.0.0.1', smtp_port, smtp_from: 'site@example.com' });
        const started = performance.now();
        const { status, body } = await tryOut();
        expect(performance.now() - started).toBeGreaterThanOrEqual(testMs - 20);
        answers.push([status, body]);
      }
      await save({ smtp_host: 'no-such-host.invalid' });
      const { status, body } = await tryOut();
      const one = [200, { code: 0, msg: failed, data: null }];
      expect([...answers, [status, body]]).toEqual(ports.concat(0).map(() => one));
      await expect.poll(runLog).toContain('ECONNREFUSED');
      for (const server of [silent, chatty]) server.close();
    },
  );

  test.runIf(kind === 'sqlite')(
    'A9: of mail holds no line for longer than the test, however slowly a server answers',
    async () => {
      const opened: Socket[] = [];
      const slow = createServer((socket) => {
        opened.push(socket);
        socket.write('220 slow\r\n');
        const byByte = setInterval(() => socket.write('2'), 50);
        socket.on('error', () => {}).once('close', () => clearInterval(byByte));
      });
      await save({ smtp_host: '127.0.0.1', smtp_port: await listen(slow), smtp_from: 'site@example.com' });
      expect((await tryOut('testMail', 'boss@example.com')).body.msg).toBe(failed);
      await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true]);
      slow.close();
    },
  );
});
