import { describe, expect, test } from 'vitest';
import { useFarSite } from '../support/farSite.ts';
import { pictureFile } from '../support/pictures.ts';
import { describeTestedDatabases, type Refused, useServer } from '../support/server.ts';
import { temporaryFilesOf, type Uploaded, upload } from '../support/uploads.ts';

const fetching = 'base.Media/fetch';
const picture = async (hue: number) => (await pictureFile('a.png', hue, 400, 20)).buffer;
const site = useFarSite();
/** Whatever the reason. */
const refused = '无法获取这个地址的图片，可以先下载再上传';
const noAddress = '图片地址须以 http:// 或 https:// 开头，不带端口和账号';

describeTestedDatabases(
  'pictures of other sites',
  (server) => {
    const bring = (url: string, params = {}, options = {}) =>
      server.call<Uploaded & Refused>(fetching, { url, ...params }, options);

    test('a picture comes into the library as if it had been uploaded: encoded anew, with thumbnails, logged', async () => {
      site.serve('/photos/%E8%8C%B6%E5%9B%AD.png?w=640', await picture(1), 'text/html');
      const { id: folder } = await server.data('base.Media/addFolder', { title: '转载' });
      const url = site.url('/photos/%E8%8C%B6%E5%9B%AD.png?w=640');
      const made = await server.data<Uploaded>(fetching, { url, folder_id: folder });
      expect(made).toMatchObject({ name: '茶园.png', kind: 'image', mime: 'image/png', width: 400, existed: 0 });
      expect(made).toMatchObject({ folder_id: folder, thumbs: [{ width: 320 }] });
      expect(made.url).toMatch(/^\/upload\/.+\.png$/);
      expect((await fetch(server.url + made.url)).headers.get('content-type')).toBe('image/png');
      const { params, after } = await server.database.db
        .selectFrom('operation_log')
        .select(['params', 'after'])
        .where('path', '=', fetching)
        .where('target_id', '=', made.id)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(String(params))).toMatchObject({ url, sha1: made.sha1 });
      expect(JSON.parse(String(after))).toMatchObject({ url: made.url });
      expect(temporaryFilesOf(server)).toEqual([]);
    });

    test('nothing that identifies anyone goes along', async () => {
      site.serve('/plain.png', await picture(2));
      await server.data(fetching, { url: site.url('/plain.png') });
      const { headers } = site.asked.findLast(({ path }) => path === '/plain.png') ?? {};
      expect(Object.keys(headers ?? {}).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
    });

    test('content that is there already is that record, whichever way it came', async () => {
      const sent = await upload(server, 'base.upload/fileUpload', await picture(3), 'a.png');
      site.serve('/again', await picture(3));
      expect(await server.data<Uploaded>(fetching, { url: site.url('/again') })).toMatchObject({
        id: sent.id,
        url: sent.url,
        existed: 1,
      });
      site.serve('/640?wx_fmt=png', await picture(4));
      expect(await server.data(fetching, { url: site.url('/640?wx_fmt=png') })).toMatchObject({ name: '640.png' });
    });

    test('a repeat under its key is the first one, whatever the address serves by then', async () => {
      const headers = { 'idempotency-key': 'a-picture-that-turns' };
      site.serve('/turns.png', await picture(5));
      const first = await server.data<Uploaded>(fetching, { url: site.url('/turns.png') }, { headers });
      site.serve('/turns.png', await picture(6));
      expect(await server.data(fetching, { url: site.url('/turns.png') }, { headers })).toMatchObject({ id: first.id });
    });

    test('it takes the right to upload pictures, and no other', async () => {
      site.serve('/right.png', await picture(7));
      const { token } = await server.makeAdmin(await server.makeRole(['base.upload/fileUpload']));
      expect((await bring(site.url('/right.png'), {}, { token })).body.code).toBe(1);
      const other = await server.makeAdmin(await server.makeRole(['base.Media/list', 'base.Media/edit']));
      const before = site.asked.length;
      expect((await bring(site.url('/right.png'), {}, { token: other.token })).body.code).toBe(403);
      expect(site.asked).toHaveLength(before);
    });

    test('it takes that right, and the session, until the picture is kept', async () => {
      for (const end of ['rule', 'logout'] as const) {
        const roleId = await server.makeRole(['base.upload/fileUpload']);
        const { token } = await server.makeAdmin(roleId);
        const bytes = await picture(end === 'rule' ? 11 : 12);
        site.on(`/${end}.png`, async (_request, response) => {
          if (end === 'logout') await server.data('auth.auth/logout', {}, { token });
          else await server.data('base.admin/edit_role', { id: roleId, rule_method: [] });
          response.end(bytes);
        });
        const before = await server.data<{ total: number }>('base.Media/list');
        expect((await bring(site.url(`/${end}.png`), {}, { token })).status).toBe(end === 'logout' ? 401 : 403);
        expect((await server.data<{ total: number }>('base.Media/list')).total).toBe(before.total);
      }
      expect(temporaryFilesOf(server)).toEqual([]);
    });

    test('what is no picture, not whole, or too large is refused, and nothing of it stays', async () => {
      site.serve('/page.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
      expect((await bring(site.url('/page.png'))).body.code).toBe(415);
      site.on('/cut.png', (_request, response) => {
        response.writeHead(200, { 'content-length': 5000 }).write('\x89PNG');
        setImmediate(() => response.destroy());
      });
      site.on('/packed.png', (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
      });
      site.serve('/empty.png', '');
      const said = await Promise.all(
        ['/cut.png', '/packed.png', '/empty.png', '/none.png'].map((path) => bring(site.url(path))),
      );
      expect(new Set(said.map(({ body }) => body.msg))).toEqual(new Set([refused]));
      await server.data('base.Config/saveConfig', { upload_max_size: 1 });
      site.on('/large.png', (_request, response) => {
        response.writeHead(200, { 'content-length': 2 ** 21 }).end();
      });
      const piece = Buffer.alloc(2 ** 18);
      site.on('/endless.png', (_request, response) => {
        const more = () => void (response.destroyed || response.write(piece, more));
        more();
      });
      for (const path of ['/large.png', '/endless.png'])
        expect((await bring(site.url(path))).body).toMatchObject({ code: 413, msg: '文件不能超过 1 MB' });
      await server.data('base.Config/saveConfig', { upload_max_size: 20 });
      expect(temporaryFilesOf(server)).toEqual([]);
    });

    test('who says nothing, or stops in the middle, is not waited for', async () => {
      site.on('/silent.png', () => undefined);
      site.on('/stops.png', (_request, response) => void response.writeHead(200).write('\x89PNG'));
      const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
      let drips = 0;
      site.on('/drips.png', ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
        const drip = setInterval(() => ++drips && socket.write('.'), 100);
        socket.on('error', () => {}).on('close', () => leave(clearInterval(drip)));
      });
      const paths = ['/silent.png', '/stops.png', '/drips.png'];
      const replies = await Promise.all(paths.map((path) => bring(site.url(path))));
      for (const { body } of replies) expect(body).toMatchObject({ code: 0, msg: refused });
      await gone;
      // The head's own limit is 15 of them here, that of the whole 450.
      expect(drips).toBeLessThan(200);
    });

    test('one administrator has five under way at most', async () => {
      const bytes = await picture(8);
      const { promise: opened, resolve: open } = Promise.withResolvers<void>();
      site.on('/slow.png', (_request, response) => void opened.then(() => response.end(bytes)));
      const all = Array.from({ length: 6 }, () => bring(site.url('/slow.png')));
      expect((await Promise.race(all)).status).toBe(429);
      open();
      expect((await Promise.all(all)).filter(({ body }) => body.code === 1)).toHaveLength(5);
    });
  },
  { outside: site.outside },
);

describe('where addresses may lead', () => {
  const server = useServer({ outside: site.outside });
  const msgOf = async (url: string) => (await server.call(fetching, { url })).body.msg;
  const askedOf = (path: string) => site.asked.filter((each) => each.path === path);

  test('a name is resolved once, and the connection made to what was checked', async () => {
    site.serve('/rebound.png', await picture(20));
    site.names.set('turns.test', [['127.0.0.1'], ['127.0.0.2']]);
    expect(await server.data(fetching, { url: site.url('/rebound.png', 'turns.test') })).toMatchObject({
      kind: 'image',
    });
    expect(askedOf('/rebound.png').map(({ address }) => address.replace('::ffff:', ''))).toEqual(['127.0.0.1']);
    expect(await msgOf(site.url('/rebound.png', 'turns.test'))).toBe(refused);
    expect(askedOf('/rebound.png')).toHaveLength(1);
  });

  test('one address that is not everyone’s among those of a name is enough', async () => {
    site.serve('/both.png', await picture(21));
    site.names.set('both.test', [['127.0.0.1', '127.0.0.2']]);
    site.names.set('none.test', [[]]);
    for (const host of ['both.test', 'none.test', '127.0.0.2', '0x7f000002', '2130706434', '[::1]', '[::ffff:7f00:2]'])
      expect(await msgOf(site.url('/both.png', host)), host).toBe(refused);
    expect(askedOf('/both.png')).toEqual([]);
  });

  test('each redirect is checked anew, and three are followed', async () => {
    const lead = (path: string, location: string) =>
      site.on(path, (_request, response) => void response.writeHead(302, { location }).end());
    site.serve('/end.png', await picture(22));
    lead('/1', '/end.png');
    lead('/2', site.url('/1', 'other.test'));
    lead('/3', '/2');
    lead('/4', '/3');
    expect(await server.data(fetching, { url: site.url('/3') })).toMatchObject({ kind: 'image' });
    expect(await msgOf(site.url('/4'))).toBe(refused);
    site.serve('/inside.png', await picture(23));
    const inside = [
      'http://127.0.0.1:22/',
      'http://a:b@pictures.test/',
      'file:///etc/passwd',
      'ftp://pictures.test/',
      '//',
    ];
    for (const location of [site.url('/inside.png', '127.0.0.2'), ...inside]) {
      lead('/in', location);
      expect(await msgOf(site.url('/in')), location).toBe(refused);
    }
    expect(askedOf('/inside.png')).toEqual([]);
  });

  test('an address of another kind, or with a name and password, is refused at its field', async () => {
    for (const url of ['ftp://pictures.test/a.png', 'file:///etc/passwd', 'data:image/png;base64,AA', '/a.png', 'x']) {
      const { body } = await server.call<Refused>(fetching, { url });
      expect(body.data.errors, url).toEqual({ url: noAddress });
    }
    expect(await msgOf(site.url('/end.png', 'a:b@pictures.test'))).toBe(noAddress);
  });
});

describe('as it is without a test around it', () => {
  const server = useServer();

  test('nothing of this machine or network is reached', async () => {
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '169.254.169.254', '[::ffff:127.0.0.1]'];
    const before = site.asked.length;
    for (const host of hosts) {
      const { body } = await server.call(fetching, { url: site.url('/end.png', host) });
      expect(body, host).toMatchObject({ code: 0, msg: refused });
    }
    expect(site.asked).toHaveLength(before);
  });
});
