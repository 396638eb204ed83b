import { beforeAll, describe, expect, test } from 'vitest';
import { contentRules, type TestAdmin, useServer } from '../support/server.ts';

const json = { 'content-type': 'application/json' };
const broken = '{"title":';
const unreadable = { token: '', headers: json };

describe('Calls are refused in the order 404, 405, 401, 403, 413/415, 400, code 0', () => {
  const server = useServer();
  let clerk: TestAdmin;
  beforeAll(async () => {
    clerk = await server.makeAdmin(await server.makeRole(contentRules));
  });

  const answer = async (...call: Parameters<typeof server.call>) => {
    const { status, body } = await server.call(...call);
    return [status, body.code];
  };

  test('an unknown call is 404, whatever else is wrong with it', async () => {
    expect(await answer('base.base/nothing', broken, { ...unreadable, verb: 'POST' })).toEqual([404, 404]);
    expect(await answer('base.base/nothing', 'x', { verb: 'POST', headers: { 'content-type': 'a/b' } })).toEqual([
      404, 404,
    ]);
    expect(await answer('constructor')).toEqual([404, 404]);
    expect(await answer('__proto__')).toEqual([404, 404]);
  });

  test('a wrong verb is 405, also without a token and with an unreadable body, and names the right one', async () => {
    expect(await answer('base.admin/getAdminList', broken, { ...unreadable, verb: 'POST' })).toEqual([405, 405]);
    expect(await answer('base.base/addColumn', {}, { token: '', verb: 'GET' })).toEqual([405, 405]);
    for (const verb of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect(await answer('base.base/addColumn', broken, { ...unreadable, verb })).toEqual([405, 405]);
    const { body } = await server.call(
      'base.base/addColumn',
      {},
      { verb: 'GET', headers: { 'accept-language': 'en' } },
    );
    expect(body.msg).toContain('POST');
  });

  test('a missing token is 401 with the sentence that the console shows, before the body is read', async () => {
    expect(await answer('base.base/addColumn', broken, unreadable)).toEqual([401, 401]);
    const { body } = await server.call('base.base/getColumnList', {}, { token: '' });
    expect(body).toEqual({ code: 401, msg: '用户信息无效，请重新登录', data: null });
  });

  test('a missing rule is 403, before the body is read', async () => {
    expect(await answer('base.base/addColumn', broken, { token: clerk.token, headers: json })).toEqual([403, 403]);
    const { body } = await server.call('base.admin/getAdminList', { limit: 'x' }, { token: clerk.token });
    expect(body).toMatchObject({ code: 403, msg: '没有权限：base.admin/getAdminList' });
  });

  test('a body above 4 MiB is 413', async () => {
    const large = `title=${'x'.repeat(4 * 1024 * 1024)}`;
    expect(await answer('base.base/addColumn', large)).toEqual([413, 413]);
    expect(await answer('base.base/addColumn', large, { token: clerk.token })).toEqual([403, 403]);
  });

  test.each([
    'text/plain',
    'text/xml',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application',
    'application/json/x',
  ])('the content type %s is 415', async (type) => {
    const headers = { 'content-type': type };
    expect(await answer('base.base/addColumn', '{"title":"x","model":"article"}', { headers })).toEqual([415, 415]);
  });

  test.each(['application/json\t;x', 'APPLICATION/JSON', 'application/json ;charset=utf-8', 'application/json;a="'])(
    'no spelling of a content type skips validation: %s',
    async (type) => {
      const headers = { 'content-type': type };
      const { status, body } = await server.call('base.base/addColumn', '{"oops":1}', { headers });
      expect([200, 415]).toContain(status);
      expect([0, 415]).toContain(body.code);
    },
  );

  test('a body that cannot be parsed is 400', async () => {
    expect(await answer('base.base/addColumn', broken, { headers: json })).toEqual([400, 400]);
    expect(await answer('base.base/addColumn', '', { headers: json })).toEqual([400, 400]);
  });

  test('values that are not valid are code 0 at HTTP 200', async () => {
    expect(await answer('base.base/addColumn', {})).toEqual([200, 0]);
    expect(await answer('base.base/addColumn', '[]', { headers: json })).toEqual([200, 0]);
  });

  test('a path that is not well-formed gets the envelope as well', async () => {
    const response = await fetch(`${server.url}/api/%zz`);
    expect([400, 404]).toContain(response.status);
    expect(await response.json()).toMatchObject({ code: response.status, data: null });
  });

  test('a record that does not exist is code 404 at HTTP 200', async () => {
    expect(await answer('base.content/editArticle', { id: 4711, title: 'x' })).toEqual([200, 404]);
    expect(await answer('base.content/deleteArticle', { aid: 4711 })).toEqual([200, 404]);
    expect(await answer('base.content/setIndex', { cid: 4711 })).toEqual([200, 404]);
  });

  test('refusals are said in the language that the client asks for', async () => {
    const said = async (language: string) => {
      const headers = { 'accept-language': language };
      return (await server.call('base.base/getColumnList', {}, { token: '', headers })).body.msg;
    };
    expect(await said('en-GB,en;q=0.9')).toBe('Your sign-in is no longer valid. Please sign in again');
    expect(await said('zh-CN,zh;q=0.9')).toBe('用户信息无效，请重新登录');
  });
});

describe('HEAD', () => {
  const server = useServer();

  test('on a GET that deletes answers 404 or 405 and deletes nothing', async () => {
    const col_id = (await server.data('base.base/addColumn', { title: 'News', model: 'article' })).id;
    const { id } = await server.data('base.content/addArticle', { title: 'Stays', col_id });
    const { status } = await server.call('base.content/deleteArticle', { aid: id }, { verb: 'HEAD' });
    expect([404, 405]).toContain(status);
    expect(await server.data('base.content/getContentList', { model: 'article' })).toMatchObject({ total: 1 });
  });
});

describe('The token', () => {
  const server = useServer();
  const status = async (headers: Record<string, string>, query = '') =>
    (await server.call('base.admin/getAdminInfo', query, { token: '', headers })).status;

  test('is the whole Authorization header, or stands there behind Bearer', async () => {
    expect(await status({ authorization: server.token })).toBe(200);
    expect(await status({ authorization: `Bearer ${server.token}` })).toBe(200);
    expect(await status({ authorization: `bearer ${server.token}` })).toBe(200);
  });

  test('is taken from no query, body, cookie or other header', async () => {
    expect(await status({}, `token=${server.token}&authorization=${server.token}`)).toBe(401);
    expect(await status({ cookie: `token=${server.token}; Authorization=${server.token}` })).toBe(401);
    expect(await status({ 'x-token': server.token, token: server.token })).toBe(401);
    const params = { token: server.token, Authorization: server.token };
    expect((await server.call('base.base/getModelList', params, { token: '' })).status).toBe(401);
  });

  test.each(['Basic YWRtaW46YWRtaW4=', 'Bearer', 'null', 'undefined', `${'x'.repeat(5000)}`])(
    'is nothing where the header holds another thing: %.20s',
    async (authorization) => {
      expect(await status({ authorization })).toBe(401);
    },
  );
});
