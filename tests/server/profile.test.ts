import { expect, test } from 'vitest';
import type { Params, Returned } from '../../contract/call.ts';
import type { saveProfile } from '../../contract/calls/auth.ts';
import type { getAdminInfo } from '../../contract/calls/console.ts';
import { endConfirmation } from '../support/confirmation.ts';
import { describeTestedDatabases, type Refused, type TestAdmin } from '../support/server.ts';

type Log = { data: Record<string, unknown>[] };

describeTestedDatabases('One’s own profile', (server) => {
  const save = async (admin: TestAdmin, changes: Params<typeof saveProfile>) =>
    (await server.call<Refused>('auth.auth/saveProfile', changes, { token: admin.token })).body;
  const infoOf = ({ token }: TestAdmin) =>
    server.data<Returned<typeof getAdminInfo>>('base.admin/getAdminInfo', {}, { token });

  test('day B10: nickname, picture and e-mail address are changed without a right, each alone, and logged', async () => {
    const admin = await server.makeAdmin(await server.makeRole([]));
    expect(
      await save(admin, { nickname: '王小明', avatar: '/upload/me.png', email: 'wang@example.com' }),
    ).toMatchObject({
      code: 1,
    });
    expect(await save(admin, { nickname: '小明' })).toMatchObject({ code: 1 });
    const own = { nickname: '小明', own_avatar: '/upload/me.png', email: 'wang@example.com' };
    // Header and drawer keep the site's logo and the user name.
    expect(await infoOf(admin)).toMatchObject({ ...own, avatar: '', username: admin.username });
    const { data } = await server.data<Log>('base.base/getOperateLog', { path: 'auth.auth/saveProfile', limit: 1 });
    expect(data[0]).toMatchObject({ username: admin.username, target: 'admin', target_id: admin.id, code: 1 });
    const [whole] = (await server.data<Log>('base.base/getOperateLog', { ids: data[0]?.id })).data;
    expect(whole).toMatchObject({ before: { nickname: '王小明' }, after: { nickname: '小明' } });
  });

  test('day B10: a session that was found open does not change the e-mail address', async () => {
    const admin = await server.makeAdmin(await server.makeRole([]));
    await save(admin, { email: 'wang@example.com' });
    await endConfirmation(server, admin.token);
    expect(await save(admin, { nickname: '老王', email: 'thief@example.com' })).toMatchObject({ code: 428 });
    expect(await infoOf(admin)).toMatchObject({ nickname: '', email: 'wang@example.com' });
    // The form sends what differs, and another client may send all.
    expect(await save(admin, { nickname: '老王', email: 'wang@example.com' })).toMatchObject({ code: 1 });
    await server.call('auth.auth/confirm', { password: admin.password }, { token: admin.token });
    expect(await save(admin, { email: 'new@example.com' })).toMatchObject({ code: 1 });
    expect(await infoOf(admin)).toMatchObject({ nickname: '老王', email: 'new@example.com' });
  });

  test('day B10: a wrong address, and what else an administrator has, are refused', async () => {
    const free = await server.makeAdmin(await server.makeRole([]));
    expect(await save(free, { email: 'nobody' })).toMatchObject({
      code: 0,
      data: { errors: { email: expect.any(String) } },
    });
    expect(await save(free, { groupId: 1 } as never)).toMatchObject({ code: 0 });
    const { email, role } = await infoOf(free);
    expect([email, role.id === 1]).toEqual(['', false]);
  });
});
