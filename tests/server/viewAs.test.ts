import { expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { describeTestedDatabases, type TestAdmin } from '../support/server.ts';

describeTestedDatabases('Looking at the console as somebody else does', (server) => {
  const look = (admin: TestAdmin, params: object, path = 'base.admin/viewAs') =>
    server.call(path, { ...params }, { token: admin.token });
  const info = (token: string) =>
    server.data<{ id: number; username: string; rules: string[]; viewing: string }>(
      'base.admin/getAdminInfo',
      {},
      { token },
    );
  const superAdmin = async () => server.makeAdmin(1);

  test('shows what they see, with their rules and limits, and changes nothing', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'theirs', model: 'article' });
    const { id: other } = await server.data('base.base/addColumn', { title: 'others', model: 'article' });
    for (const col of [col_id, other])
      await server.data('base.content/addArticle', { title: `in ${col}`, col_id: col });
    const rules = ['/content', 'base.content/getContentList?model=article', 'base.content/editArticle'];
    const role = await server.makeRole(rules);
    await server.data('base.admin/edit_role', { id: role, columns: `[${col_id}]` });
    const editor = await server.makeAdmin(role);
    const boss = await superAdmin();
    expect((await look(boss, { admin: editor.id })).body.code).toBe(1);

    const seen = await info(boss.token);
    expect([seen.id, seen.username, seen.viewing]).toEqual([editor.id, editor.username, editor.username]);
    expect(seen.rules.toSorted()).toEqual(rules.toSorted());
    const list = { model: 'article' };
    const titles = async (token: string) =>
      (await server.data<{ data: { title: string }[] }>('base.content/getContentList', list, { token })).data.map(
        ({ title }) => title,
      );
    expect(await titles(boss.token)).toEqual([`in ${col_id}`]);
    expect((await server.call('base.admin/getAdminList', {}, boss)).status).toBe(403);

    // Whatever writes, also what the editor may write.
    const [article] = (await server.data<{ data: { id: number }[] }>('base.content/getContentList', list, boss)).data;
    const tried = await server.call('base.content/editArticle', { id: article?.id, title: 'changed' }, boss);
    expect(tried.body).toMatchObject({ code: 0, msg: '您正在以他人身份查看，不能修改' });
    expect(await titles(boss.token)).toEqual([`in ${col_id}`]);
    // The editor is not disturbed.
    expect(await titles(editor.token)).toEqual([`in ${col_id}`]);
    expect((await info(editor.token)).viewing).toBe('');

    expect((await look(boss, {}, 'base.admin/endView')).body.code).toBe(1);
    expect((await info(boss.token)).id).toBe(boss.id);
    expect((await titles(boss.token)).length).toBe(2);
  });

  test('takes no call that writes, proves who one is, or tells of the account', async () => {
    const boss = await superAdmin();
    await look(boss, { role: await server.makeRole(['/content']) });
    expect((await info(boss.token)).viewing).toMatch(/^role /);
    const taken: string[] = [];
    for (const [path, { call }] of calls) {
      if (call.access === 'public' || path === 'auth.auth/logout' || path === 'base.admin/endView') continue;
      const { body } = await server.call(path, {}, { token: boss.token });
      const isRefused = body?.msg === '您正在以他人身份查看，不能修改';
      const isWrite = Boolean(
        call.writes ||
          call.throttled ||
          call.keepalive ||
          ['auth.auth/sessions', 'base.Config/getCos', 'base.Check/links'].includes(path),
      );
      if (isWrite && !isRefused) taken.push(path);
    }
    expect(taken).toEqual([]);
    await look(boss, {}, 'base.admin/endView');
  });

  test('is refused for whoever has more rights, for oneself, and without the right to it', async () => {
    const plain = await server.makeAdmin(await server.makeRole(['/content']));
    expect((await look(plain, { admin: 1 })).status).toBe(403);
    const manager = await server.makeAdmin(await server.makeRole(['/adminList', 'base.admin/viewAs', '/content']));
    expect((await look(manager, { admin: 1 })).body.code).toBe(0);
    expect((await look(manager, { role: 1 })).body.code).toBe(0);
    expect((await look(manager, { admin: manager.id })).body.code).toBe(0);
    expect((await look(manager, { admin: 99_999 })).body.code).toBe(404);
    expect((await look(manager, { role: 99_999 })).body.code).toBe(404);
    expect((await look(manager, {})).body.code).toBe(0);
    expect((await look(manager, { admin: plain.id })).body.code).toBe(1);
  });

  test('stands in the operation log under who looked, also what was refused meanwhile, and the poll tells of it', async () => {
    const role = await server.makeRole(['/content']);
    const editor = await server.makeAdmin(role);
    const boss = await superAdmin();
    const mark = async () =>
      (await server.data<{ rights: string }>('auth.auth/checkLogin', {}, { token: boss.token })).rights;
    const before = await mark();
    await look(boss, { admin: editor.id });
    expect(await mark()).not.toBe(before);
    await server.call('base.Size/getSizeList', {}, { token: boss.token });
    await look(boss, {}, 'base.admin/endView');
    expect(await mark()).toBe(before);
    const rows = () =>
      server.database.db
        .selectFrom('operation_log')
        .select(['path', 'target', 'target_id', 'username', 'code'])
        .where('admin_id', '=', boss.id)
        .where('path', '<>', 'auth.auth/login')
        .orderBy('path')
        .execute();
    await expect.poll(rows).toHaveLength(3);
    expect(await rows()).toMatchObject([
      { path: 'base.Size/getSizeList', username: boss.username, code: 403 },
      { path: 'base.admin/endView', username: boss.username, code: 1 },
      { path: 'base.admin/viewAs', target: 'admin', target_id: editor.id, username: boss.username, code: 1 },
    ]);
    expect(
      await server.database.db
        .selectFrom('operation_log')
        .select('id')
        .where('admin_id', '=', editor.id)
        .where('path', '<>', 'auth.auth/login')
        .execute(),
    ).toEqual([]);
  });

  test('ends with the session, with the viewed account, and with the right to it', async () => {
    const role = await server.makeRole(['/content']);
    const editor = await server.makeAdmin(role);
    const boss = await superAdmin();
    await look(boss, { admin: editor.id });
    await server.data('base.admin/deleteAdmin', { aid: editor.id });
    expect(await info(boss.token)).toMatchObject({ id: boss.id, viewing: '' });
    await look(boss, { role });
    await server.data('base.admin/delete_role', { rid: role });
    expect(await info(boss.token)).toMatchObject({ id: boss.id, viewing: '' });
    await look(boss, { role: await server.makeRole(['/content']) });
    const again = await server.signIn(boss.username, boss.password);
    expect((await info(again)).viewing).toBe('');

    // The viewed role gets more than the viewer has, or the viewer loses the right to view.
    const rules = ['/adminList', 'base.admin/viewAs', '/content'];
    const ids = await server.ruleIds();
    const idsOf = (paths: string[]) => paths.map((path) => ids.get(path)).join();
    for (const changed of ['viewed', 'viewer'] as const) {
      const [mine, theirs] = [await server.makeRole(rules), await server.makeRole(['/content'])];
      const manager = await server.makeAdmin(mine);
      expect((await look(manager, { role: theirs })).body.code).toBe(1);
      const [id, paths] = changed === 'viewed' ? [theirs, ['/content', '/recycle']] : [mine, ['/content']];
      await server.data('base.admin/edit_role', { id, rule_method: idsOf(paths) });
      const over = await server.call('base.admin/getAdminInfo', {}, { token: manager.token });
      expect(over.body).toMatchObject({ code: 0, msg: expect.stringContaining('已恢复为您自己的身份') });
      expect((await info(manager.token)).id).toBe(manager.id);
    }
  });

  test('shows whoever has limits a role, and nobody’s own contents or log', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'c', model: 'article' });
    const role = await server.makeRole(['/adminList', 'base.admin/viewAs', '/content']);
    await server.data('base.admin/edit_role', { id: role, columns: `[${col_id}]` });
    const [manager, other] = [await server.makeAdmin(role), await server.makeAdmin(role)];
    expect((await look(manager, { admin: other.id })).body.code).toBe(0);
    expect((await look(manager, { role })).body.code).toBe(1);
  });
});
