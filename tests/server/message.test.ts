import { beforeAll, expect, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Message {
  id: number;
  is_read: number;
  reply: string;
  reply_time: string | null;
  reply_admin_id: number | null;
}

describeTestedDatabases('Messages of the site', (server) => {
  let id: number;
  const list = (params = {}) =>
    server.data<{ data: Message[]; total: number }>('base.content/getContentList', { model: 'message', ...params });
  const edit = (params: Record<string, unknown>) => server.data('base.content/editMessage', { id, ...params });
  const read = async () => (await list({ ids: [id] })).data[0];

  beforeAll(async () => {
    const col_id = (await server.data('base.base/addColumn', { title: 'Contact', model: 'message' })).id;
    const row = { col_id, name: 'Li', mobile: '13800001111', content: 'Do you deliver?', version: 1 };
    const made = await server.database.transaction((db) =>
      db
        .insertInto('message')
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    id = Number(made.id);
  });

  test('are found by what is in them, and by whether they were read', async () => {
    expect((await list({ searchKey: 'deliver' })).total).toBe(1);
    expect((await list({ is_read: 0 })).total).toBe(1);
    await edit({ is_read: 1, is_star: 1 });
    expect([(await list({ is_read: 0 })).total, (await list({ is_star: 1 })).total]).toEqual([0, 1]);
  });

  test('are replied to, and say who did and when; a reply that is taken back says so too', async () => {
    const { id: admin } = await server.data('base.admin/getAdminInfo');
    await edit({ reply: 'Yes, on Mondays.' });
    expect(await read()).toMatchObject({ reply: 'Yes, on Mondays.', reply_admin_id: admin });
    expect((await read())?.reply_time).toMatch(/^\d{4}-/);
    await edit({ reply: '' });
    expect(await read()).toMatchObject({ reply: '', reply_admin_id: null, reply_time: null, is_read: 1 });
  });

  test('keep what the visitor wrote', async () => {
    const { body } = await server.call<Refused>('base.content/editMessage', { id, name: 'Wang', content: 'x', ip: '' });
    expect(Object.keys(body.data.errors).sort()).toEqual(['content', 'ip', 'name']);
  });

  test('go to the recycle bin by deleteForm', async () => {
    await server.data('base.content/deleteForm', { id });
    expect((await list()).total).toBe(0);
  });
});

describeTestedDatabases('A job posting', (server) => {
  let col_id: number;
  beforeAll(async () => {
    col_id = (await server.data('base.base/addColumn', { title: 'Jobs', model: 'recruitment' })).id;
  });

  test('is added by GET, as existing clients do, and by POST', async () => {
    const job = { col_id, title: 'Welder', salary_min: '8000', salary_max: '12000.50', email: 'jobs@example.com' };
    const first = await server.data('base.content/addRecruitment', job);
    const second = await server.data(
      'base.content/addRecruitment',
      { ...job, content: '文'.repeat(5000) },
      { verb: 'POST' },
    );
    const { data } = await server.data<{ data: object[] }>('base.content/getContentList', { model: 'recruitment' });
    expect(data).toMatchObject([{ id: second.id }, { id: first.id, salary_min: '8000.00', salary_max: '12000.50' }]);
  });

  test('is deleted by POST alone', async () => {
    const { data } = await server.data<{ data: { id: number }[] }>('base.content/getContentList', {
      model: 'recruitment',
    });
    const remove = (verb: string) => server.call('base.content/deleteRecruitment', { id: data[0]?.id }, { verb });
    expect((await remove('GET')).status).toBe(405);
    expect((await remove('POST')).body.code).toBe(1);
  });
});
