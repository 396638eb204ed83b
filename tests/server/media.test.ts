import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describeTestedDatabases } from '../support/server.ts';
import { send, temporaryFilesOf, type Uploaded, upload } from '../support/uploads.ts';

const document = 'base.upload/documentUpload';
const pdf = (text: string) => `%PDF-1.4\n% ${text}\n%%EOF\n`;

interface Row extends Uploaded {
  used: number;
  storage: string;
  create_time: string;
}
interface Page<T> {
  data: T[];
  total: number;
}

describeTestedDatabases('the media library', (server, kind) => {
  const list = (params: object = {}) => server.data<Page<Row>>('base.Media/list', { limit: 100, ...params });
  const uses = (id: number, options = {}) =>
    server.data<Page<Record<string, unknown>>>('base.Media/usage', { id }, options);
  const article = async (fields: object) => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: '新闻', model: 'article' });
    return (await server.data('base.content/addArticle', { title: '开园', col_id, ...fields })).id;
  };
  let n = 0;
  const add = (name = 'a.pdf', params: Record<string, string> = {}) =>
    upload(server, document, pdf(`${n++} of ${server.url}`), name, { params });
  const png = async (width: number) => {
    const path = join(server.settings.dataDir, `made-${n++}.png`);
    const background = { r: n, g: 9, b: 9 };
    await sharp({ create: { width, height: 10, channels: 3, background } })
      .png()
      .toFile(path);
    return readFile(path);
  };

  test('lists the newest first, and narrows by kind, name, folder, day and use', async () => {
    const { id: folder } = await server.data('base.Media/addFolder', { title: '文件夹一' });
    const plan = await add('青坞计划.pdf', { folder_id: String(folder) });
    const photo = await upload(server, 'base.upload/fileUpload', await png(30), '照片.png');
    await article({ org_img: photo.url });
    const ids = async (params: object) => (await list(params)).data.map(({ id }) => id);
    expect((await ids({})).slice(0, 2)).toEqual([photo.id, plan.id]);
    expect(await ids({ kind: 'image' })).toContain(photo.id);
    expect(await ids({ kind: 'image' })).not.toContain(plan.id);
    expect(await ids({ searchKey: '青坞' })).toEqual([plan.id]);
    expect(await ids({ folder_id: folder })).toEqual([plan.id]);
    const [unused, used] = [await list({ used: 0 }), await list({ used: 1 })];
    expect([unused.data.map(({ id }) => id), used.data.map(({ id }) => id)]).toEqual([
      expect.arrayContaining([plan.id]),
      [photo.id],
    ]);
    expect([unused.total, used.total]).toEqual([unused.data.length, 1]);
    expect(await ids({ used: 1, searchKey: '照片' })).toEqual([photo.id]);
    expect(await ids({ used: 0, searchKey: '照片' })).toEqual([]);
    expect((await list({ from: '2020-01-01', to: '2020-12-31' })).total).toBe(0);
    expect(await ids({ from: '2020-01-01', searchKey: '青坞' })).toEqual([plan.id]);
  });

  test('a content that is the newest use is seen at once, and its deletion too', async () => {
    const { id, url } = await add();
    const unused = async () => (await list({ used: 0 })).data.some((row) => row.id === id);
    expect(await unused()).toBe(true);
    const aid = await article({ content: `<p><a href="${url}">PDF</a></p>` });
    expect(await unused()).toBe(false);
    await server.data('base.content/deleteArticle', { aid });
    expect(await unused()).toBe(true);
    await server.data('base.Recycle/restore', { entity: 'article', ids: [aid] });
    expect(await unused()).toBe(false);
  });

  test('tells where a file is used: each record and field, whatever the kind of the field', async () => {
    const { id, url } = await upload(server, 'base.upload/fileUpload', await png(400), 'a.png');
    const small = url.replace('.png', '-320.webp');
    const model = async (name: string) => (await server.data('base.base/addColumn', { title: '栏', model: name })).id;
    const made = async (path: string, params: Record<string, unknown>) => (await server.data(path, params)).id;
    const product = await made('base.content/addProduct', {
      title: '茶',
      col_id: await model('product'),
      images: [{ url }],
      content: `<img src="https://a.example${url}">`,
      skus: [{ sku: '1', price: '1', stock: 1, org_img: small }],
    });
    const down = await made('base.content/addDown', { title: '图', col_id: await model('down'), files: [{ url }] });
    const video = await made('base.content/addVideo', { title: '片', col_id: await model('video'), video_url: url });
    const group_id = await made('base.base/addNavGroup', { title: '顶部', ident: `g${n++}` });
    const nav = await made('base.base/addNav', { title: '看图', group_id, url });
    await server.data('base.Config/saveConfig', {
      web_logo: url,
      agreement_title: '协议',
      agreement_content: `<img src="${url}">`,
    });
    const { data, total } = await uses(id);
    expect(total).toBe(data.length);
    expect(
      new Set(data.map(({ entity, id: record, title, field, path }) => [entity, record, title, field, path].join())),
    ).toEqual(
      new Set([
        ...['content', 'images', 'skus'].map((field) => `product,${product},茶,${field},/content/product/${product}`),
        `down,${down},图,files,/content/down/${down}`,
        `video,${video},片,video_url,/content/video/${video}`,
        `nav,${nav},看图,url,/navList/${nav}`,
        ...data
          .filter(({ entity }) => entity === 'config_item')
          .map(
            ({ id: item, title, field }) =>
              `config_item,${item},${title},${field},${field === 'web_logo' ? '/systemConfig' : '/xieyi'}`,
          ),
      ]),
    );
    expect(
      data
        .filter(({ entity }) => entity === 'config_item')
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['agreement_content', 'web_logo']);
    await server.data('base.Config/saveConfig', { web_logo: '' });
    expect((await uses(id)).total).toBe(total - 1);
  });

  test('tells who may not open a record no more than where the file is used', async () => {
    const { id, url } = await add();
    await article({ title: '内部', content: `<a href="${url}">x</a>` });
    const { token } = await server.makeAdmin(await server.makeRole(['/media', 'base.Media/usage']));
    const { data, total } = await uses(id, { token });
    expect([data, total]).toEqual([[{ entity: 'article', id: 0, title: '', field: 'content', path: '' }], 1]);
  });

  test('a file that is only typed yet, in a working copy, is used too', async () => {
    const { id, url } = await add();
    const entity = 'article';
    const content = `<a href="${url}">x</a>`;
    await server.data('base.content/saveWorkingCopy', { entity, id: await article({}), values: { content } });
    const { body } = await server.call('base.Media/delete', { id });
    expect(body).toMatchObject({ code: 0, data: { holds: { article: 1 } } });
    const other = await add('b.pdf');
    expect((await server.call('base.Media/delete', { id: other.id })).body.code).toBe(1);
  });

  test('a file that is used is deleted only when that is confirmed, and the refusal says where it is', async () => {
    const { id, url } = await add();
    const used = await article({ content: `<a href="${url}">x</a>` });
    const { body } = await server.call('base.Media/delete', { id });
    expect(body).toMatchObject({
      code: 0,
      msg: '有 1 处正在使用它，确认后才能删除',
      data: { holds: { article: 1 }, uses: [{ entity: 'article', id: used, title: '开园', field: 'content' }] },
    });
    const bulk = await server.data<{ done: number }>('base.Bulk/delete', { entity: 'media', ids: [id] });
    expect(bulk.done).toBe(0);
    await server.data('base.Media/delete', { id, confirmed: 1 });
    expect((await list({ ids: [id] })).total).toBe(0);
  });

  test('a deleted file comes back from the recycle bin; purged, its files are gone from the disk', async () => {
    const made = await upload(server, 'base.upload/fileUpload', await png(400), 'bin.png');
    const { id, url, thumbs } = made;
    const paths = [url, ...thumbs.map((thumb) => thumb.url)].map((each) => join(server.settings.dataDir, each));
    const there = () => paths.map((path) => existsSync(path));
    expect(there()).toEqual([true, true]);
    await server.data('base.Media/delete', { id });
    await server.data('base.Recycle/restore', { entity: 'media', ids: [id] });
    expect((await list({ ids: [id] })).total).toBe(1);
    await server.data('base.Media/delete', { id });
    expect(there()).toEqual([true, true]);
    await server.data('base.Recycle/purge', { entity: 'media', ids: [id] });
    await expect.poll(there).toEqual([false, false]);
    const again = await fetch(server.url + url);
    expect(again.status).toBe(404);
  });

  test('secure A1: a deleted file that is sent again comes back only for somebody who may delete files', async () => {
    const bytes = await png(410);
    const { id } = await upload(server, 'base.upload/fileUpload', bytes, 'secret.png');
    await server.data('base.Media/delete', { id });
    const sender = await server.makeAdmin(await server.makeRole(['base.upload/fileUpload']));
    const copy = await upload(server, 'base.upload/fileUpload', bytes, 'mine.png', {
      headers: { authorization: sender.token },
    });
    expect([copy.id === id, copy.name]).toEqual([false, 'mine.png']);
    expect((await list({ ids: [id] })).total).toBe(0);
  });

  test('is renamed and moved; its URL stays', async () => {
    const { id: folder } = await server.data('base.Media/addFolder', { title: '另一个' });
    const [one, two] = [await add(), await add()];
    await server.data('base.Media/edit', { id: one.id, name: '新名字.pdf', version: one.version });
    const stale = await server.call('base.Media/edit', { id: one.id, name: '旧', version: one.version });
    expect(stale.body.code).toBe(409);
    const moved = await server.data<{ done: number; failed: object[] }>('base.Media/move', {
      ids: [one.id, two.id, 999_999],
      folder_id: folder,
    });
    expect(moved).toMatchObject({ done: 2, failed: [{ id: 999_999 }] });
    const { data } = await list({ folder_id: folder });
    expect(data.map(({ name, url }) => [name, url]).toSorted()).toEqual(
      [
        ['新名字.pdf', one.url],
        ['a.pdf', two.url],
      ].toSorted(),
    );
    await server.data('base.Media/move', { ids: [one.id], folder_id: 0 });
    expect((await list({ ids: [one.id] })).data[0]?.folder_id).toBe(null);
  });

  test('day B8: that was moved to a folder by mistake is put back into its own with the others', async () => {
    const [own, wrong] = [
      await server.data('base.Media/addFolder', { title: '本来的' }),
      await server.data('base.Media/addFolder', { title: '拖错的' }),
    ];
    const [inFolder, outside] = [await add('b.pdf', { folder_id: String(own.id) }), await add('c.pdf')];
    const ids = [inFolder.id, outside.id];
    const { batch } = await server.data<{ batch: string }>('base.Media/move', { ids, folder_id: wrong.id });
    expect((await list({ folder_id: wrong.id })).total).toBe(2);
    expect(await server.data('base.Batch/undo', { batch })).toMatchObject({ done: 2, failed: [], changed: [] });
    const { data } = await list({ ids });
    expect(Object.fromEntries(data.map(({ id, folder_id }) => [id, folder_id]))).toEqual({
      [inFolder.id]: own.id,
      [outside.id]: null,
    });
  });

  test('folders form a tree with their totals, and one is deleted only when it is empty', async () => {
    const add_ = async (params: Record<string, unknown>) => (await server.data('base.Media/addFolder', params)).id;
    const top = await add_({ title: '顶' });
    const below = await add_({ title: '下', pid: top });
    const { id } = await add('x.pdf', { folder_id: String(below) });
    const folders = await server.data<Record<string, unknown>[]>('base.Media/folders');
    expect(folders.filter((each) => each.id === top || each.id === below)).toMatchObject([
      { id: top, level: 1, total: 0 },
      { id: below, level: 2, total: 1 },
    ]);
    expect((await server.call('base.Media/addFolder', { title: '顶' })).body).toMatchObject({
      code: 0,
      data: { errors: { title: '已被使用' } },
    });
    expect((await server.call('base.Media/editFolder', { id: top, pid: below })).body.code).toBe(0);
    expect((await server.call('base.Media/deleteFolder', { id: top })).body).toMatchObject({
      data: { holds: { media_folder: 1 } },
    });
    expect((await server.call('base.Media/deleteFolder', { id: below })).body).toMatchObject({
      data: { holds: { media: 1 } },
    });
    await server.data('base.Media/delete', { id });
    await server.data('base.Media/deleteFolder', { id: below });
    await server.data('base.Media/deleteFolder', { id: top });
    await server.data('base.Recycle/restore', { entity: 'media', ids: [id] });
    expect((await list({ ids: [id] })).data[0]?.folder_id).toBe(null);
  });

  test('another picture takes the place of one under the same URL, whatever its own type', async () => {
    const first = await upload(server, 'base.upload/fileUpload', await png(1400), '标志.png');
    const path = join(server.settings.dataDir, 'other.webp');
    await sharp({ create: { width: 500, height: 50, channels: 3, background: '#123' } })
      .webp()
      .toFile(path);
    const params = { id: String(first.id), version: String(first.version) };
    const replaced = await upload(server, 'base.Media/replace', await readFile(path), 'neu.webp', { params });
    expect(replaced).toMatchObject({
      id: first.id,
      url: first.url,
      name: '标志.png',
      mime: 'image/png',
      width: 500,
      height: 50,
      version: first.version + 1,
      sha1: createHash('sha1')
        .update(await readFile(path))
        .digest('hex'),
    });
    expect(replaced.thumbs.map(({ width }) => width)).toEqual([320]);
    const served = await sharp(join(server.settings.dataDir, first.url)).metadata();
    expect(served).toMatchObject({ format: 'png', width: 500 });
    for (const { url, width } of first.thumbs)
      expect(existsSync(join(server.settings.dataDir, url)), `${width}`).toBe(width === 320);
    const late = await send(server, 'base.Media/replace', await png(70), 'late.png', { params });
    expect(late.body).toMatchObject({ code: 409, data: { current: { id: first.id } } });
    expect((await sharp(join(server.settings.dataDir, first.url)).metadata()).width).toBe(500);
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('a replacement that is not committed leaves the file that was there', async () => {
    const { id, url } = await add();
    const before = await (await fetch(server.url + url)).text();
    const { db } = server.database;
    // A deferred constraint refuses the replacement only when its transaction is committed.
    await sql`create table never (id int references admin (id) deferrable initially deferred)`.execute(db);
    await (kind === 'sqlite'
      ? sql`create trigger refuse after update of sha1 on media begin insert into never values (-1); end`.execute(db)
      : sql`create function refuse() returns trigger language plpgsql as
          $$ begin insert into never values (-1); return new; end $$`
          .execute(db)
          .then(() => sql`create trigger refuse after update of sha1 on media execute function refuse()`.execute(db)));
    const { body } = await send(server, 'base.Media/replace', pdf('never'), 'b.pdf', { params: { id: String(id) } });
    await (kind === 'sqlite' ? sql`drop trigger refuse` : sql`drop trigger refuse on media`).execute(db);
    expect(body.code).not.toBe(1);
    expect(await (await fetch(server.url + url)).text()).toBe(before);
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('a document is replaced by one of its own type alone', async () => {
    const { id, url } = await add();
    const params = { id: String(id) };
    const other = await send(server, 'base.Media/replace', await png(20), 'a.png', { params });
    expect([other.status, other.body.msg]).toEqual([415, expect.stringContaining('pdf')]);
    await upload(server, 'base.Media/replace', pdf('the next one'), 'b.pdf', { params });
    expect(await (await fetch(server.url + url)).text()).toContain('the next one');
    expect((await send(server, 'base.Media/replace', pdf('x'), 'b.pdf', { params: { id: '999999' } })).body.code).toBe(
      404,
    );
  });

  test('each call needs its own rule', async () => {
    const { id } = await add();
    const { token } = await server.makeAdmin(await server.makeRole(['/media', 'base.Media/list']));
    expect((await server.call('base.Media/list', {}, { token })).body.code).toBe(1);
    for (const path of ['base.Media/edit', 'base.Media/delete', 'base.Media/usage', 'base.Media/folders'])
      expect((await server.call(path, { id }, { token })).status, path).toBe(403);
    expect((await send({ url: server.url, token }, 'base.Media/replace', pdf('y'), 'a.pdf')).status).toBe(403);
  });
});
