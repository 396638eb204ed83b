import { expect, test } from 'vitest';
import { runInShell } from '../support/command.ts';
import { runInProcess } from '../support/runInProcess.ts';
import { describeTestedDatabases } from '../support/server.ts';

describeTestedDatabases('reset-password beside a running server', (server) => {
  const reset = (...args: string[]) => runInProcess('resetPassword', args, server.settings);
  const resetInShell = (...args: string[]) => runInShell('resetPassword', args, server.settings);
  const passwordIn = (stdout: string) => /The new password of "admin" is ([A-Za-z0-9]{16}) /.exec(stdout)?.[1] ?? '';
  const adminRow = () => server.database.db.selectFrom('admin').selectAll().executeTakeFirstOrThrow();

  test('lets a locked-out, disabled administrator back in and ends the old sessions', async () => {
    const login = (password: string) => server.call('auth.auth/login', { username: 'admin', password }, { token: '' });
    // The eleventh to thirteenth wait for their turn, one second after the other.
    await Promise.all(Array.from({ length: 14 }, () => login('a wrong one')));
    expect((await login(server.password)).status).toBe(429);
    await server.database.transaction((db) =>
      db.updateTable('admin').set({ status: 0, locked_until: '2999-01-01T00:00:00Z' }).execute(),
    );

    const { code, stdout, stderr } = await resetInShell('admin');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

    expect((await login(server.password)).body.code).toBe(0);
    const token = await server.signIn('admin', passwordIn(stdout));
    const info = await server.data('base.admin/getAdminInfo', {}, { token });
    expect(info).toMatchObject({ username: 'admin', must_change: true });
    expect((await server.call('base.admin/getAdminInfo')).status).toBe(401);
    expect(await adminRow()).toMatchObject({ status: 1, must_change: 1, locked_until: null, version: 2 });
  });

  test('keeps the new password as argon2id alone, at the cost that OWASP names', async () => {
    await resetInShell('admin');
    expect((await adminRow()).password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('leaves a row in the operation log without the password', async () => {
    const { stdout } = await reset('admin');
    expect(passwordIn(stdout)).not.toBe('');
    const logged = server.database.db.selectFrom('operation_log').selectAll();
    const rows = await logged.where('path', '=', 'command/reset-password').orderBy('id', 'desc').execute();
    expect(rows[0]).toMatchObject({ target: 'admin', target_id: (await adminRow()).id, code: 1 });
    expect(JSON.stringify(rows)).not.toContain(passwordIn(stdout));
  });

  test('says that there is no such administrator and changes nothing', async () => {
    const before = await adminRow();
    const sentence = 'There is no administrator named "nobody".';
    expect(await reset('nobody')).toEqual({ code: 1, stdout: '', stderr: sentence });
    expect(await adminRow()).toEqual(before);
  });

  test.each([[[]], [['admin', 'more']]])('asks for one name when it gets %j', async (args) => {
    const usage = 'Usage: npm run reset-password -- USERNAME [--totp]';
    expect(await reset(...args)).toEqual({ code: 1, stdout: '', stderr: usage });
  });
});
