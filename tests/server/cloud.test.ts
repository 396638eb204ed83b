import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { fieldsOf } from '../proof/specification.ts';
import { pngOf } from '../support/badFiles.ts';
import { noBucket, useCloud } from '../support/cloud/line.ts';
import { describeTestedDatabases, startServer, type TestServer } from '../support/server.ts';
import { allText } from '../support/tables.ts';
import type { Uploaded } from '../support/uploads.ts';

const cloud = useCloud();

interface Credentials {
  SecretId: string;
  SecretKey: string;
  XCosSecurityToken: string;
  StartTime: number;
  ExpiredTime: number;
  Bucket: string;
  Region: string;
  prefix: string;
}
const film = (rest = '') => Buffer.from(`\0\0\0\x18ftypmp42\0\0\0\0mp42isom${rest}`, 'latin1');
let n = 0;

describeTestedDatabases('The cloud storage', (server) => {
  const credentials = (options = {}) => server.data<Credentials>('base.Config/getCos', {}, options);
  const register = (params: object, options = {}) =>
    server.call<Uploaded & { errors: Record<string, string> }>('base.Media/register', { ...params }, options);
  const put = (given: Credentials, key: string, body: Buffer, type: string) =>
    send(given, 'PUT', key, { body, headers: { 'content-type': type } });
  /** Uploads an object to the bucket as the console does for the super administrator. @returns its key */
  const object = async (ext = 'mp4', body: Buffer = film(), type = 'video/mp4') => {
    const given = await credentials();
    const key = `${given.prefix}2026/11/21/object${++n}${Date.now()}.${ext}`;
    expect(await put(given, key, body, type)).toMatchObject({ status: 200 });
    return key;
  };

  beforeEach(() => server.data('base.Config/saveConfig', cloud.items));

  test('gives no credentials where no bucket is set', async () => {
    await server.data('base.Config/saveConfig', noBucket);
    const { status, body } = await server.call('base.Config/getCos');
    expect({ status, body }).toEqual({ status: 200, body: { code: 0, msg: '没有设置云存储', data: null } });
    expect((await register({ key: `${await prefix(server)}b.mp4` })).body).toEqual(body);
  });

  test('takes the settings of a bucket together, each missing one told at its field', async () => {
    const { cos_bucket, cos_region } = cloud.items;
    await server.data('base.Config/saveConfig', noBucket);
    const half = await server.call('base.Config/saveConfig', { cos_bucket, cos_region, cos_secret_id: '' });
    expect(half.body).toEqual({
      code: 0,
      msg: '云存储的 SecretId、SecretKey、存储桶和地域要一起填写',
      data: { errors: { cos_secret_id: '必填', cos_secret_key: '必填' } },
    });
    const { data } = (await server.call<object>('base.Config/saveConfig', { ...cloud.items, cos_bucket: '/Site' }))
      .body;
    expect(data).toMatchObject({ errors: { cos_bucket: expect.stringContaining('小写字母') } });
    await server.data('base.Config/saveConfig', cloud.items);
    const cleared = await server.call('base.Config/saveConfig', { clear: 'cos_secret_key' });
    expect(cleared.body).toMatchObject({ code: 0, data: { errors: { cos_secret_key: '必填' } } });
  });

  test('gives credentials for 900 seconds that put and slice under one’s own prefix, and nothing else', async () => {
    const given = await credentials();
    expect(given).toMatchObject({ Bucket: cloud.bucket, Region: cloud.region });
    expect(Object.keys(given)).toEqual(expect.arrayContaining(fieldsOf('Cloud storage config')));
    expect(given.prefix).toMatch(/^upload\/[0-9a-f]{12}\/$/);
    expect(given.ExpiredTime - given.StartTime).toBe(900);
    expect(Math.abs(given.StartTime - Date.now() / 1000)).toBeLessThan(60);
    expect(cloud.keys.get(given.SecretId)?.policy).toEqual({
      version: '2.0',
      statement: [
        {
          effect: 'allow',
          action: [
            ...['name/cos:PutObject', 'name/cos:InitiateMultipartUpload', 'name/cos:UploadPart'],
            ...['name/cos:CompleteMultipartUpload', 'name/cos:ListMultipartUploads', 'name/cos:ListParts'],
            'name/cos:AbortMultipartUpload',
          ],
          resource: [`qcs::cos:${cloud.region}:uid/1250000000:${cloud.bucket}/${given.prefix}*`],
        },
      ],
    });
    const key = `${given.prefix}mine.mp4`;
    expect(await put(given, key, film(), 'video/mp4')).toMatchObject({ status: 200 });
    for (const [method, of] of [
      ['PUT', 'upload/of-another/x.mp4'],
      ['GET', key],
      ['DELETE', key],
    ] as const)
      expect(await send(given, method, of)).toMatchObject({
        status: 403,
        body: expect.stringContaining('AccessDenied'),
      });
  });

  test('the bucket believes no other signature, no other token and no key of its own making', async () => {
    const given = await credentials();
    const key = `${given.prefix}signed.mp4`;
    const refused = async (wrong: Partial<Credentials>, code: string) =>
      expect(await put({ ...given, ...wrong }, key, film(), 'video/mp4')).toMatchObject({
        status: 403,
        body: expect.stringContaining(code),
      });
    await refused({ SecretKey: 'x'.repeat(32) }, 'SignatureDoesNotMatch');
    await refused({ XCosSecurityToken: 'another' }, 'ExpiredToken');
    await refused({ SecretId: 'AKIDnobody' }, 'InvalidAccessKeyId');
    expect(cloud.objects.has(key)).toBe(false);
  });

  test('records what lies in the bucket, with its size, type and pixels, once', async () => {
    const key = await object('png', pngOf(40, 30), 'image/png');
    const { id: folder_id } = await server.data('base.Media/addFolder', { title: `云 ${n}` });
    const first = await register({ key: `/${key}`, name: '照片.png', folder_id });
    expect(first.body).toMatchObject({
      code: 1,
      data: {
        name: '照片.png',
        kind: 'image',
        mime: 'image/png',
        width: 40,
        height: 30,
        folder_id,
        existed: 0,
        url: `https://${cloud.host}/${key}`,
        size: pngOf(40, 30).length,
        thumbs: [],
      },
    });
    const { id } = first.body.data;
    expect((await register({ key, name: '另名.png' })).body.data).toMatchObject({ id, name: '照片.png', existed: 1 });
    await server.data('base.Media/delete', { id });
    expect((await register({ key })).body.data).toMatchObject({ id, existed: 1 });
    const { data } = await server.data<{ data: object[] }>('base.Media/list', { ids: id });
    expect(data[0]).toMatchObject({ id, storage: 'cos' });
    const { data: log } = await server.data<{ data: { title: string }[] }>('base.base/getOperateLog', { limit: 20 });
    expect(log.map(({ title }) => title)).toContain('登记云存储文件');
  });

  test('gives files the address of the domain that is set', async () => {
    await server.data('base.Config/saveConfig', { ...cloud.items, cos_domain: 'cdn.example.com/' });
    const key = await object();
    expect((await register({ key })).body.data).toMatchObject({ url: `https://cdn.example.com/${key}` });
    await server.data('base.Config/saveConfig', { cos_domain: '' });
  });

  test('counts a use of a file in the cloud as one of any other file', async () => {
    const { id, url } = (await register({ key: await object() })).body.data;
    const { id: col_id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
    await server.data('base.content/addArticle', { title: '开园', col_id, content: `<video src="${url}"></video>` });
    const { data } = await server.data<{ data: object[] }>('base.Media/usage', { id });
    expect(data).toMatchObject([{ entity: 'article', field: 'content', title: '开园' }]);
  });

  test('secure A5: a program’s keys are its own, not its owner’s', async () => {
    const { token } = await server.data<{ token: string }>('base.admin/createToken', {
      title: 'Uploader',
      role: 1,
      days: 1,
    });
    const [given, own] = [await credentials({ token }), await credentials()];
    const key = await object();
    expect(given.prefix).not.toBe(own.prefix);
    expect((await put(given, key, pngOf(1, 1), 'image/png')).status).toBe(403);
    expect((await register({ key }, { token })).body.code).toBe(0);
    const another = await server.data<{ token: string }>('base.admin/createToken', {
      title: 'Another',
      role: 1,
      days: 1,
    });
    expect((await credentials(another)).prefix).not.toBe(given.prefix);
  });

  test('secure A6: a deleted file comes back for those alone who may delete files', async () => {
    const rules = ['base.Config/getCos', 'base.Media/register'];
    const role = await server.makeRole(rules);
    const { token } = await server.makeAdmin(role);
    const given = await credentials({ token });
    const key = `${given.prefix}a.png`;
    expect((await put(given, key, pngOf(1, 1), 'image/png')).status).toBe(200);
    const { id } = (await register({ key }, { token })).body.data;
    await server.data('base.Media/delete', { id });
    expect((await register({ key }, { token })).status).toBe(403);
    const isDeleted = async () => (await server.data<{ total: number }>('base.Media/list', { ids: id })).total === 0;
    expect(await isDeleted()).toBe(true);
    const ids = await server.ruleIds();
    const rule_method = [...rules, 'base.Media/delete'].map((path) => ids.get(path)).join();
    await server.data('base.admin/edit_role', { id: role, rule_method });
    expect((await register({ key }, { token })).body.data).toMatchObject({ id, existed: 1 });
    expect(await isDeleted()).toBe(false);
  });

  test('refuses a key that is not one’s own, and one that is none', async () => {
    const other = await server.makeAdmin(await server.makeRole(['base.Config/getCos', 'base.Media/register']));
    const theirs = await object();
    const { prefix } = await credentials({ token: other.token });
    expect((await register({ key: theirs }, { token: other.token })).body).toMatchObject({
      code: 0,
      data: { errors: { key: `只能登记自己上传的文件：${prefix}` } },
    });
    const own = (await credentials()).prefix;
    const form = expect.stringContaining('以扩展名结尾');
    const wrong = ['/', 'upload/x.mp4', `${own}../a/x.mp4`, `${own}a//x.mp4`, `${own}x`, `${own}x.mp4?a=1`];
    for (const [key, said] of [['', '必填'], ...wrong.map((key) => [key, form])])
      expect((await register({ key })).body, key).toMatchObject({ code: 0, data: { errors: { key: said } } });
    expect((await register({ key: `${own}nothing.mp4` })).body).toMatchObject({ code: 0, msg: '云存储里没有这个文件' });
  });

  const otherType = '文件的类型与扩展名不符';
  test.each([
    ['a page', 'html', Buffer.from('<script>steal()</script>'), 'text/html', 415, '不支持这种文件'],
    ['a page that is called a picture', 'png', Buffer.from('<script>steal()</script>'), 'image/png', 200, otherType],
    ['a picture that is served as a page', 'png', pngOf(3, 3), 'text/html', 200, otherType],
    ['a picture that cannot be read', 'png', pngOf(3, 3).subarray(0, 20), 'image/png', 200, '图片无法读取'],
    ['a picture of too many pixels', 'png', pngOf(9000, 9000, { isWhole: false }), 'image/png', 200, '50 百万像素'],
    ['a file of a type that is not taken', 'exe', Buffer.from('MZ'), 'application/octet-stream', 415, '不支持这种文件'],
    ['an empty file', 'mp4', Buffer.alloc(0), 'video/mp4', 200, '文件是空的'],
  ])('refuses %s, and takes it out of the bucket', async (_what, ext, body, type, status, said) => {
    const key = await object(ext, body, type);
    const reply = await register({ key });
    expect([reply.status, reply.body.msg]).toEqual([status, expect.stringContaining(said)]);
    await expect.poll(() => cloud.objects.has(key)).toBe(false);
  });

  test('refuses a file that is larger than the configuration allows', async () => {
    await server.data('base.Config/saveConfig', { upload_max_size: '1' });
    const key = await object('mp4', film('x'.repeat(2 ** 20)));
    expect(await register({ key })).toMatchObject({ status: 413, body: { msg: '文件不能超过 1 MB' } });
    await server.data('base.Config/saveConfig', { upload_max_size: '512' });
  });

  test('takes a file out of the bucket when its record is deleted for good, and not before', async () => {
    const key = await object();
    const { id } = (await register({ key })).body.data;
    await server.data('base.Media/delete', { id });
    expect(cloud.objects.has(key)).toBe(true);
    await server.data('base.Recycle/purge', { entity: 'media', ids: String(id) });
    await expect.poll(() => cloud.objects.has(key)).toBe(false);
  });

  test('leaves what lies in an earlier bucket where it is, and the run log says so', async () => {
    const key = await object();
    const { id } = (await register({ key })).body.data;
    await server.data('base.Config/saveConfig', { ...cloud.items, cos_bucket: 'other-1250000000' });
    await server.data('base.Media/delete', { id });
    await server.data('base.Recycle/purge', { entity: 'media', ids: String(id) });
    const logged = async () => (await server.data<{ data: object[] }>('base.base/getSystemLog', { limit: 5 })).data;
    const failure = { level: 'error', event: 'media', message: expect.stringContaining('not in the bucket') };
    await expect.poll(logged).toContainEqual(expect.objectContaining(failure));
    expect(cloud.objects.has(key)).toBe(true);
  });

  test('replaces no file in the cloud', async () => {
    const { id } = (await register({ key: await object() })).body.data;
    const form = new FormData();
    form.append('id', String(id));
    form.append('file', new Blob([film()]), 'a.mp4');
    const headers = { authorization: server.token };
    const reply = await fetch(`${server.url}/api/base.Media/replace`, { method: 'POST', headers, body: form });
    expect(await reply.json()).toMatchObject({ code: 0, msg: '云存储里的文件不能替换，请上传新的文件' });
  });

  test('that hangs is not waited for: each call says so in its time, and works again unaided', async () => {
    const key = await object();
    const { id } = (await register({ key: await object() })).body.data;
    await server.data('base.Media/delete', { id });
    const unreachable = { body: { code: 0, msg: '无法连接云存储，请稍后重试' } };
    cloud.isSilent = true;
    try {
      const started = performance.now();
      const [asked, registered, deleted, listed] = await Promise.all([
        // A client waits for 6 seconds at most.
        server.call('base.Config/getCos').finally(() => expect(performance.now() - started).toBeLessThan(6000)),
        register({ key }),
        server.call('base.Recycle/purge', { entity: 'media', ids: String(id) }),
        server.call('base.Media/list'),
      ]);
      expect(asked).toMatchObject(unreachable);
      expect(registered).toMatchObject(unreachable);
      expect([deleted.body.code, listed.body.code]).toEqual([1, 1]);
      const logged = async () => (await server.data<{ data: object[] }>('base.base/getSystemLog', { limit: 5 })).data;
      await expect.poll(logged).toContainEqual(expect.objectContaining({ level: 'error', event: 'media' }));
    } finally {
      cloud.isSilent = false;
    }
    expect((await credentials()).prefix).not.toBe('');
    expect((await register({ key })).body.code).toBe(1);
  });

  test('says what Tencent Cloud refused, and nothing of the request', async () => {
    await server.data('base.Config/saveConfig', { ...cloud.items, cos_secret_id: 'AKIDunknown' });
    const { body } = await server.call('base.Config/getCos');
    expect(body).toEqual({
      code: 0,
      msg: '云存储拒绝了请求：AuthFailure.SecretIdNotFound',
      data: { bucket: cloud.bucket },
    });
    await server.data('base.Config/saveConfig', {
      cos_secret_id: cloud.account.secretId,
      cos_secret_key: 'not-the-key',
    });
    expect((await server.call('base.Config/getCos')).body).toMatchObject({
      msg: '云存储拒绝了请求：AuthFailure.SignatureFailure',
    });
    expect((await register({ key: `${await prefix(server)}x.mp4` })).body).toMatchObject({
      msg: '云存储拒绝了请求：HTTP 403',
    });
  });
});

test('the permanent key of the bucket stands in no reply, table, file or line of the log', async () => {
  const out: string[] = [];
  const take = (chunk: unknown) => out.push(String(chunk)) > 0;
  const writes = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take),
    vi.spyOn(process.stderr, 'write').mockImplementation(take),
  ];
  const server = await startServer({ settings: { logLevel: 'trace' } });
  try {
    const replies: unknown[] = [];
    const call = async (path: string, params = {}) => replies.push((await server.call(path, params)).body);
    await call('base.Config/saveConfig', cloud.items);
    await call('base.Config/getCos');
    const own = `${await prefix(server)}x.mp4`;
    await call('base.Media/register', { key: own });
    cloud.objects.set(own, { type: 'video/mp4', pieces: [{ size: film().length, md5: '', beginning: film() }] });
    await call('base.Media/register', { key: own });
    // Tencent Cloud refuses these calls.
    await call('base.Config/saveConfig', { ...cloud.items, cos_secret_id: 'AKIDunknown' });
    await call('base.Config/getCos');
    await call('base.Media/register', { key: own.replace('x', 'y') });
    for (const path of ['base.Config/sysConfig', 'base.Config/expendConfig', 'base.Media/list', 'auth.auth/ini'])
      await call(path);
    for (const path of ['base.base/getOperateLog', 'base.base/getSystemLog']) await call(path, { limit: 100 });
    const rows = await allText(server.database);
    const places = { replies: JSON.stringify(replies), rows, files: filesOf(server), output: out.join('') };
    expect(places.rows).toContain('cos_secret_key');
    expect(places.replies).toContain('XCosSecurityToken');
    expect(places.replies).toContain(own);
    for (const [place, text] of Object.entries(places))
      expect(text.includes(cloud.account.secretKey), place).toBe(false);
  } finally {
    await server.stop();
    for (const write of writes) write.mockRestore();
  }
});

/** Finds one's own prefix without asking Tencent Cloud: the refusal of any other key names it. */
async function prefix(server: TestServer): Promise<string | undefined> {
  const { body } = await server.call<{ errors: { key: string } }>('base.Media/register', { key: 'upload/zz/x.mp4' });
  return body.data.errors.key.split('：')[1];
}

function filesOf({ settings }: TestServer): string {
  const paths = readdirSync(settings.dataDir, { recursive: true }).map((name) => join(settings.dataDir, String(name)));
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

const hmac = (key: string, text: string) => createHmac('sha1', key).update(text).digest('hex');

/** Sends a request to the bucket, signed with temporary credentials. */
function send(
  { SecretId, SecretKey, XCosSecurityToken, StartTime, ExpiredTime }: Credentials,
  method: string,
  key: string,
  { body = Buffer.alloc(0) as Buffer, headers = {} as Record<string, string> } = {},
): Promise<{ status: number; body: string }> {
  const time = `${StartTime};${ExpiredTime}`;
  const asked = createHash('sha1').update(`${method.toLowerCase()}\n/${key}\n\nhost=${cloud.host}\n`).digest('hex');
  const signature = hmac(hmac(SecretKey, time), `sha1\n${time}\n${asked}\n`);
  const authorization = [
    ...['q-sign-algorithm=sha1', `q-ak=${SecretId}`, `q-sign-time=${time}`, `q-key-time=${time}`],
    ...['q-header-list=host', 'q-url-param-list=', `q-signature=${signature}`],
  ].join('&');
  return new Promise((resolve, reject) => {
    const sending = request({
      host: cloud.host,
      method,
      path: `/${key}`,
      headers: { ...headers, authorization, 'x-cos-security-token': XCosSecurityToken, 'content-length': body.length },
    });
    sending.on('error', reject).on('response', async (response) => {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve({ status: response.statusCode ?? 0, body: text });
    });
    sending.end(body);
  });
}
