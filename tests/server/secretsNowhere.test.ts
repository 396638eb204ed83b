import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { beginFactor, halfAMinuteLater } from '../support/factor.ts';
import { type DatabaseKind, startServer } from '../support/server.ts';
import { allText } from '../support/tables.ts';
import { waitForValue } from '../support/waitForValue.ts';

const sent: string[] = [];
vi.mock('tencentcloud-sdk-nodejs-sms/tencentcloud/services/sms/v20210111/sms_client.js', () => ({
  Client: class {
    async SendSms({ TemplateParamSet }: { TemplateParamSet: string[] }) {
      sent.push(TemplateParamSet[0] ?? '');
      throw Object.assign(new Error(`not sent: ${TemplateParamSet}`), { code: 'FailedOperation' });
    }
  },
}));

/** Whether the text has the secret. Six digits occur in many numbers, so a short secret must be a whole word. */
const within = (text: string, secret: string) =>
  secret.length > 6 ? text.includes(secret) : new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(text);

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  'no token, password, code or secret of a sign-in stands in a log, the database, its files or another reply (%s)',
  async (kind) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    sent.length = 0;
    const out: string[] = [];
    const take = (chunk: unknown) => out.push(String(chunk)) > 0;
    const writes = [
      vi.spyOn(process.stdout, 'write').mockImplementation(take),
      vi.spyOn(process.stderr, 'write').mockImplementation(take),
    ];
    const server = await startServer({ kind, settings: { logLevel: 'trace' } });
    const replies: string[] = [];
    const secrets = new Map<string, string>();
    let peers = 0;
    const call = async (path: string, params: Record<string, unknown>, token = '') => {
      const headers = { 'x-forwarded-for': `192.0.2.${peers++}` };
      const { body } = await server.call<{ token?: string }>(path, params, { token, headers });
      // The reply to a sign-in is the only place where its token may stand.
      if (body.data?.token) secrets.set(`token ${peers}`, body.data.token);
      replies.push(JSON.stringify(body.data?.token ? { ...body, data: null } : body));
      return body;
    };
    try {
      const admin = await server.makeAdmin(await server.makeRole([]));
      const { username, token } = admin;
      const mobile = '13912345678';
      secrets.set('first token', token).set('password', admin.password).set('key', 'sms-secret-of-the-house');
      await call('base.admin/editAdmin', { id: admin.id, mobile }, server.token);
      const sms = { sms_secret_id: 'id', sms_app_id: '1', sms_sign: 's', sms_template: '2' };
      await call('base.Config/saveConfig', { ...sms, sms_secret_key: 'sms-secret-of-the-house' }, server.token);
      await call('base.Config/sysConfig', {}, server.token);

      await call('auth.auth/sendVerify', { mobile });
      const verify = await waitForValue(() => {
        expect(sent).toHaveLength(1);
        return sent[0] ?? '';
      });
      secrets.set('SMS code', verify);
      await call('auth.auth/login', { username: mobile, verify: '000000' });
      expect(await call('auth.auth/login', { username: mobile, verify })).toMatchObject({ code: 1 });

      const factor = await beginFactor(server, admin);
      secrets.set('TOTP secret', /secret=(\w+)/.exec(factor.uri)?.[1] ?? '');
      const use = (code: string) => {
        secrets.set(`code ${secrets.size}`, code);
        return code;
      };
      await call('auth.auth/totp', { action: 'confirm', code: use(factor.code()) }, token);
      const { password } = admin;
      for (const code of [use(factor.code()), use(factor.recovery[0] ?? '')])
        expect(await call('auth.auth/login', { username, password, verify: code })).toMatchObject({ code: 1 });
      for (const typed of ['a wrong password 1', 'a wrong password 2']) {
        secrets.set(typed, typed);
        await call('auth.auth/login', { username, password: typed });
      }
      secrets.set('unused recovery code', factor.recovery[1] ?? '');
      secrets.set('new password', 'my-next-password');
      await call('auth.auth/changePassword', { password, new_password: 'my-next-password' }, token);
      await call('auth.auth/totp', { action: 'end' }, token);
      halfAMinuteLater();
      await call('base.admin/getAdminInfo', {}, token);
      await call('auth.auth/sendVerify', { mobile });
      secrets.set('unused SMS code', await waitForValue(() => sent[1] ?? expect.fail('not sent')));
      for (const path of ['base.admin/getAdminList', 'base.base/getOperateLog', 'base.base/getSystemLog'])
        expect(await call(path, { limit: 100 }, server.token)).toMatchObject({ code: 1 });
      expect(secrets.size).toBeGreaterThan(12);
      expect([...secrets.values()]).not.toContain('');

      const rows = await allText(server.database);
      const files = kind === 'sqlite' ? filesOf(server.settings.dataDir) : '';
      const places = { replies: replies.join('\n'), output: out.join(''), rows, files };
      expect(rows).toContain('FailedOperation'); // the run log has what happened
      for (const [place, text] of Object.entries(places))
        for (const [name, secret] of secrets) expect(within(text, secret), `${name} in ${place}`).toBe(false);
    } finally {
      await server.stop();
      for (const write of writes) write.mockRestore();
      vi.useRealTimers();
    }
  },
);

function filesOf(dataDir: string): string {
  const names = readdirSync(dataDir).filter((name) => name.startsWith('rtop.db'));
  return names.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('\n');
}
