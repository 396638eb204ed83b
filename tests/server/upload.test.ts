import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, describeTestedDatabases, type Refused, startServer } from '../support/server.ts';
import { filePart, formOf, send, sendRaw, temporaryFilesOf, upload } from '../support/uploads.ts';

const image = 'base.upload/fileUpload';
const document = 'base.upload/documentUpload';
const pdf = (text: string) => `%PDF-1.4\n% ${text}\n%%EOF\n`;
const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(4000, 7)]);

let dir = '';
let n = 0;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rtop-pictures-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A picture of its own content. The server's library reads files alone, in this process too. */
async function picture(width: number, height: number, finish: (made: Sharp) => Sharp = (made) => made.jpeg()) {
  n++;
  const path = join(dir, `${n}`);
  const background = { r: (n * 50) % 256, g: 100, b: (n * 7) % 256 };
  await finish(sharp({ create: { width, height, channels: 3, background } })).toFile(path);
  return readFile(path);
}

describeTestedDatabases('an upload', (server) => {
  const onDisk = (url: string) => join(server.settings.dataDir, url);

  test('is kept under a name of the server’s own, with WebP thumbnails at two widths', async () => {
    const sent = await picture(1600, 1200);
    const made = await upload(server, image, sent, '海边 日出.JPG');
    expect(made).toMatchObject({ name: '海边 日出.JPG', kind: 'image', mime: 'image/jpeg', width: 1600, height: 1200 });
    expect(made.url).toMatch(/^\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{28}\.jpg$/);
    expect(made.sha1).toBe(createHash('sha1').update(sent).digest('hex'));
    expect(made.thumbs.map(({ width, height }) => [width, height])).toEqual([
      [320, 240],
      [1280, 960],
    ]);
    for (const { url, width } of made.thumbs)
      expect(await sharp(onDisk(url)).metadata()).toMatchObject({ format: 'webp', width });
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('of a small picture has no thumbnails: it is small already', async () => {
    expect((await upload(server, image, await picture(200, 100), 'a.jpg')).thumbs).toEqual([]);
  });

  test('of a picture is upright and holds neither EXIF nor the place where it was taken', async () => {
    const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' } };
    const sent = await picture(60, 40, (made) => made.withExif(exif).withMetadata({ orientation: 6 }).jpeg());
    expect(sent.includes('Camera')).toBe(true);
    const made = await upload(server, image, sent, 'a.jpg');
    expect([made.width, made.height]).toEqual([40, 60]);
    const kept = await sharp(onDisk(made.url)).metadata();
    expect([kept.exif, kept.xmp, kept.iptc, kept.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect([kept.width, kept.height]).toEqual([40, 60]);
  });

  test.each(['png', 'gif', 'webp', 'avif'] as const)('takes a picture as %s and keeps it as one', async (format) => {
    const made = await upload(server, image, await picture(40, 30, (of) => of.toFormat(format)), 'name');
    expect(made).toMatchObject({ mime: `image/${format}`, width: 40, height: 30 });
    expect(made.url.endsWith(`.${format}`)).toBe(true);
  });

  test('keeps the frames of an animation', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => picture(20, 10, (made) => made.png())));
    const paths = frames.map((_, at) => join(dir, `frame-${at}.png`));
    for (const [at, frame] of frames.entries()) await writeFile(paths[at] as string, frame);
    const path = join(dir, 'animated.gif');
    await sharp(paths, { join: { animated: true } })
      .gif({ delay: [90, 90, 90] })
      .toFile(path);
    const made = await upload(server, image, await readFile(path), 'a.gif');
    expect([made.width, made.height]).toEqual([20, 10]);
    expect((await sharp(onDisk(made.url), { animated: true }).metadata()).pages).toBe(3);
  });

  test('day C7: a picture that was encoded with less quality does not grow', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const photo = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#888', noise } }).blur(1);
    const logo = sharp(
      Buffer.from(
        '<svg width="300" height="200"><path d="M9 9L280 90L40 180z" fill="#c00"/><text x="90" y="90">rTop</text></svg>',
      ),
    );
    for (const [name, made] of [
      ['60.webp', photo().webp({ quality: 60 })],
      ['20.webp', photo().webp({ quality: 20 })],
      ['logo.webp', logo.webp({ lossless: true, effort: 6 })],
      ['60.jpg', photo().jpeg({ quality: 60 })],
      ['20.jpg', photo().jpeg({ quality: 20 })],
      ['35.avif', photo().avif({ quality: 35, effort: 3 })],
    ] as const) {
      const path = join(dir, name);
      await made.toFile(path);
      const sent = await readFile(path);
      const { size } = await upload(server, image, sent, name);
      expect(size, name).toBeLessThanOrEqual(sent.length);
      // No more quality is given up than it takes.
      expect(size, name).toBeGreaterThan(0.6 * sent.length);
    }
  });

  test('of the same content is the same record, whatever it is called', async () => {
    const first = await upload(server, document, pdf('same'), 'one.pdf');
    const again = await upload(server, document, pdf('same'), 'two.pdf');
    expect(first.existed).toBe(0);
    expect(again).toEqual({ ...first, existed: 1 });
  });

  test('of the same content says where the first one lies, and is kept a second time on demand', async () => {
    const { id: folder } = await server.data('base.Media/addFolder', { title: '合同' });
    const params = { folder_id: String(folder) };
    const first = await upload(server, document, pdf('twice'), 'one.pdf', { params });
    expect(await upload(server, document, pdf('twice'), 'two.pdf')).toMatchObject({
      id: first.id,
      existed: 1,
      folder_title: '合同',
    });
    const second = await upload(server, document, pdf('twice'), 'two.pdf', { params: { copy: '1' } });
    expect(second).toMatchObject({ name: 'two.pdf', sha1: first.sha1, existed: 0, folder_title: '', folder_id: null });
    expect([second.id === first.id, second.url === first.url]).toEqual([false, false]);
    await server.data('base.Media/delete', { id: first.id });
    expect((await fetch(server.url + second.url)).status).toBe(200);
  });

  test('a file of the library has texts and a focal point; its pixels and address stay the server’s', async () => {
    const { id, url } = await upload(server, image, await picture(40, 30, (of) => of.png()), 'texts.png');
    const texts = { alt: '茶园的早晨', caption: '东坡，四月', credit: '摄影：李', focal_x: 20, focal_y: 80 };
    await server.data('base.Media/edit', { id, ...texts });
    const { data } = await server.data<{ data: object[] }>('base.Media/list', { url });
    expect(data).toMatchObject([{ id, ...texts }]);
    const { body } = await server.call<Refused>('base.Media/edit', { id, focal_x: 101 });
    expect(body.data.errors).toHaveProperty('focal_x');
    expect((await server.call('base.Media/edit', { id, width: 1 })).body.code).toBe(0);
  });

  test('of the same content by many at once is one record', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => upload(server, document, pdf('at once'), 'a.pdf')));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const { url } = all[0] as { url: string };
    expect(readdirSync(join(onDisk(url), '..')).filter((name) => url.endsWith(name))).toHaveLength(1);
  });

  test('of what is in the recycle bin brings that back', async () => {
    const { id } = await upload(server, document, pdf('binned'), 'a.pdf');
    await server.data('base.Media/delete', { id });
    expect(await upload(server, document, pdf('binned'), 'b.pdf')).toMatchObject({ id, existed: 1, name: 'a.pdf' });
    expect((await server.data<{ total: number }>('base.Media/list', { ids: [id] })).total).toBe(1);
  });

  test('with the key of one before it answers what that did, and keeps nothing', async () => {
    const headers = { 'idempotency-key': `upload-${n++}-abcdef` };
    const first = await upload(server, document, pdf('keyed'), 'a.pdf', { headers });
    expect(await upload(server, document, pdf('keyed'), 'a.pdf', { headers })).toEqual(first);
  });

  test('goes into a folder; into one that is not there it is refused at that field', async () => {
    const { id } = await server.data('base.Media/addFolder', { title: '画册' });
    const params = { folder_id: String(id), name: '封面.pdf' };
    expect(await upload(server, document, pdf('f'), 'a.pdf', { params })).toMatchObject({
      folder_id: id,
      name: '封面.pdf',
    });
    const { body } = await send(server, document, pdf('g'), 'a.pdf', { params: { folder_id: '99999' } });
    expect(body).toMatchObject({ code: 0, data: { errors: { folder_id: '所选记录不存在' } } });
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('films and sound come by their own call, and by no other', async () => {
    expect(await upload(server, 'base.upload/videoUpload', mp4, 'film.mp4')).toMatchObject({
      kind: 'video',
      mime: 'video/mp4',
      width: null,
      thumbs: [],
      size: mp4.length,
    });
    const { status, body } = await send(server, image, Buffer.concat([mp4, Buffer.from('1')]), 'film.jpg');
    expect([status, body.code]).toEqual([415, 415]);
    expect(body.msg).toContain('jpg, png, gif, webp, avif');
  });

  test.each([
    ['价目.csv', '名称,价格\n龙井,120\n', 'text/csv'],
    ['说明.txt', Buffer.from([0xc1, 0xfa, 0xbe, 0xae, 0x0a]), 'text/plain'],
    ['a.doc', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'), 'application/msword'],
    ['a.zip', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'), 'application/zip'],
  ])('of %s is known by its content, and by its name within a family', async (name, content, mime) => {
    expect(await upload(server, 'base.upload/documentUpload', content, name)).toMatchObject({ kind: 'document', mime });
  });

  test('only of a type that the configuration has', async () => {
    await server.data('base.Config/saveConfig', { upload_image_type: 'png' });
    const sent = await picture(9, 9);
    expect((await send(server, image, sent, 'a.jpg')).status).toBe(415);
    await server.data('base.Config/saveConfig', { upload_image_type: 'jpg,png,gif,webp,avif' });
    expect((await send(server, image, sent, 'a.jpg')).status).toBe(200);
    const widened = await server.call('base.Config/saveConfig', { upload_file_type: 'svg,html' });
    expect(widened.body.code).toBe(0);
  });

  test('no larger than the configuration allows', async () => {
    await server.data('base.Config/saveConfig', { upload_max_size: '1' });
    const { status, body } = await send(server, document, Buffer.alloc(2 ** 20 + 1), 'a.zip');
    await server.data('base.Config/saveConfig', { upload_max_size: '512' });
    expect([status, body]).toMatchObject([413, { code: 413, msg: '文件不能超过 1 MB' }]);
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('needs a token, and the rule of its call', async () => {
    const sent = { url: server.url };
    expect((await send({ ...sent, token: '' }, document, pdf('r'), 'a.pdf')).status).toBe(401);
    const { token } = await server.makeAdmin(await server.makeRole([image]));
    expect((await send({ ...sent, token }, document, pdf('r'), 'a.pdf')).body).toMatchObject({ code: 403 });
    expect((await send({ ...sent, token }, image, await picture(8, 8), 'a.jpg')).status).toBe(200);
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('whose session ends, or whose role loses the rule, while it comes is not kept', async () => {
    const roleId = await server.makeRole([document]);
    for (const end of ['logout', 'rule'] as const) {
      const { token } = await server.makeAdmin(roleId);
      const comes = async function* () {
        const form = formOf([[filePart('a.pdf'), pdf(end)]]);
        yield form.subarray(0, -20);
        await expect.poll(() => temporaryFilesOf(server).length).toBeGreaterThan(0);
        if (end === 'logout') await clientOf(server.url, token).data('auth.auth/logout');
        else await server.data('base.admin/edit_role', { id: roleId, rule_method: [] });
        yield form.subarray(-20);
      };
      const { status, body } = await sendRaw({ url: server.url, token }, document, comes());
      expect([status, body.code]).toEqual(end === 'logout' ? [401, 401] : [403, 403]);
      expect(temporaryFilesOf(server)).toEqual([]);
    }
  });

  test('is called without a path and what turns letters around, also where the form names it', async () => {
    const sent = { params: { name: '../\u202Efdp.exe.pdf' } };
    expect((await upload(server, document, pdf('turned'), 'a.pdf', sent)).name).toBe('fdp.exe.pdf');
  });

  test('leaves a row in the operation log that names the file', async () => {
    const { id, url } = await upload(server, document, pdf('logged'), '合同.pdf');
    const log = (params: object) =>
      server.data<{ data: { id: number }[] }>('base.base/getOperateLog', { target: 'media', ...params });
    const [row] = (await log({ target_id: id })).data;
    const { data } = await log({ ids: [row?.id] });
    expect(data).toMatchObject([{ title: '上传文件', username: 'admin', after: { name: '合同.pdf', url } }]);
  });
});

describe('what a crash left of uploads', () => {
  test('is swept at the start, with files that no record came of; what has a record stays, or is replaced as that says', async () => {
    const first = await startServer();
    const { dataDir } = first.settings;
    const kept = await upload(first, document, pdf('kept'), 'a.pdf');
    const orphan = '/upload/2026/01/02/0000.pdf';
    await mkdir(join(dataDir, 'upload/2026/01/02'), { recursive: true });
    await writeFile(join(dataDir, orphan), pdf('orphan'));
    const left = async (name: string, urls: string[]) => {
      await mkdir(join(dataDir, 'uploading', name), { recursive: true });
      await writeFile(join(dataDir, 'uploading', name, 'sent'), 'half');
      await writeFile(join(dataDir, 'uploading', name, 'placed.json'), JSON.stringify(urls));
    };
    const { hostname } = await import('node:os');
    await left(`${hostname()}~${process.pid}~1`, [orphan, kept.url]);
    await left('another~1~2', []);
    await left('another~1~3', []);
    const old = new Date(Date.now() - 2 * 3600_000);
    const age = async (name: string) => {
      const folder = join(dataDir, 'uploading', name);
      for (const each of [...readdirSync(folder), '.']) await utimes(join(folder, each), old, old);
    };
    await age('another~1~2');
    const plan = { id: kept.id, gone: [], files: [[kept.url, join(dataDir, 'uploading/another~1~4/sent')]] };
    await left('another~1~4', []);
    await writeFile(
      join(dataDir, 'uploading/another~1~4/replacing.json'),
      JSON.stringify({ ...plan, sha1: kept.sha1 }),
    );
    await age('another~1~4');
    const second = await startServer({ beside: first });
    try {
      expect(existsSync(join(dataDir, orphan))).toBe(false);
      // It had been recorded that this takes the place of the file.
      expect(readFileSync(join(dataDir, kept.url), 'utf8')).toBe('half');
      // Another machine may be busy with the young one.
      expect(readdirSync(join(dataDir, 'uploading'))).toEqual(['another~1~3']);
    } finally {
      await second.stop();
      await first.stop();
    }
  });
});
