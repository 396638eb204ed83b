import { randomBytes } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { message } from '../../server/core/messages.ts';
import {
  inMegapixels,
  maxArea,
  maxWidth,
  type PictureKind,
  pictureLimits,
} from '../../server/media/decoder/pictureLimits.ts';
import { pngOf, swollenText, zipOf } from '../support/badFiles.ts';
import { watchMemory } from '../support/memory.ts';
import { useProgram } from '../support/program.ts';
import { randomPassword } from '../support/randomPassword.ts';
import { clientOf } from '../support/server.ts';
import { filePart, formOf, formType, sendRaw, temporaryFilesOf } from '../support/uploads.ts';

const image = 'base.upload/fileUpload';
const document = 'base.upload/documentUpload';
const video = 'base.upload/videoUpload';
const script = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
const png = () => pngOf(7, 7, { more: [['tEXt', Buffer.from(`Comment\0${randomBytes(6).toString('hex')}`)]] });
const maxGrowth = 100 * 1024; // kB

describe('a hostile upload', () => {
  const program = useProgram();
  const server = { url: '', token: '', settings: { dataDir: '' } };
  let memory: ReturnType<typeof watchMemory>;

  beforeAll(async () => {
    const { dataDir } = await program.storage('sqlite', 'tables');
    const password = randomPassword();
    const started = await program.start({ DATA_DIR: dataDir, ADMIN_PASSWORD: password });
    await started.listening;
    const { data } = clientOf(started.url);
    const { token } = await data<{ token: string }>('auth.auth/login', { username: 'admin', password });
    Object.assign(server, { url: started.url, token, settings: { dataDir } });
    await clientOf(server.url, token).data('base.Config/saveConfig', { upload_max_size: '8' });
    expect((await sendFile(image, png(), 'first.png')).body.code).toBe(1);
    memory = watchMemory(started.process.pid ?? 0);
  });
  afterAll(() => memory?.stop());

  const sendFile = (path: string, content: Uint8Array | string, name: string, type?: string) =>
    sendRaw(server, path, formOf([[filePart(name, 'file', type), content]]));
  const files = () => globSync('upload/**/*.*', { cwd: server.settings.dataDir }).length;
  const kept = (url: string) => readFile(join(server.settings.dataDir, url));
  /** @returns the sentence that refuses it */
  const refused = async (reply: ReturnType<typeof sendRaw>, status = 415) => {
    const there = files();
    const { status: got, body } = await reply;
    expect([got, body.code === 1]).toEqual([status, false]);
    expect(files()).toBe(there);
    return body.msg;
  };
  /** Kept as a picture, without what came along. */
  const harmless = async (content: Buffer, name: string, hidden: string) => {
    expect(content.includes(hidden)).toBe(true);
    const { body } = await sendFile(image, content, name);
    expect(body.code, body.msg).toBe(1);
    expect((await kept(body.data.url)).includes(hidden)).toBe(false);
    return body.data;
  };

  const named = async (name: string) => {
    const { body } = await sendFile(image, png(), name);
    expect(body.code, body.msg).toBe(1);
    expect(body.data.url).toMatch(/^\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{28}\.png$/);
    return body.data.name;
  };

  describe('that is two things at once', () => {
    test('a GIF’s first bytes before a page: refused', async () => {
      await refused(sendFile(image, `GIF89a/*${script}*/`, 'a.gif'), 200);
    });
    test('a picture with a page behind its end: the page is gone', async () => {
      await harmless(Buffer.concat([png(), Buffer.from(script)]), 'a.html', '<script>');
    });
    test('a picture with PHP in its comment: the comment is gone', async () => {
      await harmless(
        pngOf(5, 5, { more: [['tEXt', Buffer.from('Comment\0<?php system($_GET[0]);')]] }),
        'a.php',
        '<?php',
      );
    });
    test('a picture with a zip behind its end: the zip is gone', async () => {
      await harmless(Buffer.concat([png(), zipOf('a.class', 0)]), 'a.jar', 'PK\x05\x06');
    });
    test('a picture that the form calls a page is served as a picture', async () => {
      const { body } = await sendFile(image, png(), 'a.html', 'text/html');
      const { headers } = await fetch(server.url + body.data.url);
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff']);
    });
    test('a PDF that a page follows is served as a PDF, in a sandbox', async () => {
      const { body } = await sendFile(document, `%PDF-1.4\n${script}`, 'a.html');
      const { headers } = await fetch(server.url + body.data.url);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-security-policy')).toMatch(/^sandbox/);
    });
  });

  describe('that a browser would run', () => {
    test.each([
      ['an SVG with a script under .png', image, svg, 'a.png'],
      ['an SVG under its own name', document, svg, 'a.svg'],
      ['an SVG behind an XML head and a comment', image, `<?xml version="1.0"?><!-- a -->${svg}`, 'a.jpg'],
      ['a page under .jpg', image, `<!doctype html>${script}`, 'a.jpg'],
      ['a page under .txt', document, `\n  <html>${script}`, 'a.txt'],
      ['a page behind a byte order mark under .csv', document, `\ufeff<html>${script}`, 'a.csv'],
      ['a page in UTF-16 under .txt', document, Buffer.from(`\ufeff${script}`, 'utf16le'), 'a.txt'],
      ['XML under .docx', document, '<?xml version="1.0"?><a/>', 'a.docx'],
      ['a script under .js', document, 'alert(1)', 'a.js'],
      ['settings of a web server', document, 'AddType text/html .txt', '.htaccess'],
      ['a shell script under .txt', document, '#!/bin/sh\nrm -rf /', 'a.txt'],
      ['a program under .pdf', document, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]), 'a.pdf'],
      ['a page under .mp4', video, `<html>${script}`, 'a.mp4'],
      ['bytes that are nothing known', document, Buffer.alloc(4000, 0x17), 'a.zip'],
    ])('%s is refused', async (_what, path, content, name) => {
      await refused(sendFile(path, content as Buffer, name));
    });
  });

  describe('with a name that leads elsewhere', () => {
    test.each([
      ['../../../../etc/passwd.png', 'passwd.png'],
      ['..\\\\..\\\\windows\\\\a.png', 'a.png'],
      ['/etc/cron.d/job.png', 'job.png'],
      ['C:\\\\Windows\\\\System32\\\\a.png', 'a.png'],
      ['a.php%00.png', 'a.php%00.png'],
      ['a.php\u0001\u202egnp.exe', 'a.phpgnp.exe'],
    ])('%j is a title alone', async (name, title) => {
      expect(await named(name)).toBe(title);
    });
    test('of 300 characters is cut, and keeps its end', async () => {
      const name = await named(`${'长'.repeat(300)}.png`);
      expect([name.length, name.endsWith('长.png')]).toEqual([200, true]);
    });
    test('writes nothing outside of the upload folder', () => {
      const inside = globSync('*', { cwd: server.settings.dataDir }).toSorted();
      expect(
        inside.filter((name) => !/^(rtop\.db.*|secret\.key|reserve|upload|uploading|templates)$/.test(name)),
      ).toEqual([]);
      expect(existsSync('/etc/cron.d/job.png')).toBe(false);
    });
  });

  describe('that swells', () => {
    test('a PNG that says it has 50,000 × 50,000 pixels is refused by its head', async () => {
      const msg = await refused(sendFile(image, pngOf(50_000, 50_000, { isWhole: false }), 'a.png'), 200);
      expect(msg).toContain('50 百万像素');
    });
    test('a PNG of 50 kB with 49 million pixels costs no memory of that size', async () => {
      const { body } = await sendFile(image, pngOf(7000, 7000), 'a.png');
      expect(body.data).toMatchObject({ width: 7000, height: 7000 });
    });
    const tooLarge = (kind: PictureKind) => Math.ceil(Math.sqrt(maxArea(kind))) + 2;
    const square = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#a11' } });
    const sentence = (kind: PictureKind) =>
      message('zh', 'picture_large', { pixels: inMegapixels(tooLarge(kind) ** 2), most: inMegapixels(maxArea(kind)) });
    test.each([
      ['avif', 'AVIF'],
      ['webp', 'WebP'],
      ['gif', 'GIF'],
    ] as const)('a small %s with too many pixels, which has to be held whole, is refused', async (type, kind) => {
      const content = await square(tooLarge(kind))
        .toFormat(type, { effort: type === 'gif' ? 1 : 0 })
        .toBuffer();
      expect(await refused(sendFile(image, content, `a.${type}`), 200)).toBe(sentence(kind));
    });
    test('a JPEG in passes and an interlaced PNG with too many pixels to be held whole are refused', async () => {
      const [fine, interlaced] = ['JPEG in passes, fine colours', 'PNG interlaced'] as const;
      const passes = square(tooLarge(fine)).jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
      expect(await refused(sendFile(image, await passes.toBuffer(), 'a.jpg'), 200)).toBe(sentence(fine));
      const png = square(tooLarge(interlaced)).png({ progressive: true });
      expect(await refused(sendFile(image, await png.toBuffer(), 'a.png'), 200)).toBe(sentence(interlaced));
    });
    test('a picture of few lines that are very long is refused by its head', async () => {
      const [width, height] = [49_000, 1000];
      const msg = await refused(sendFile(image, pngOf(width, height, { isWhole: false }), 'a.png'), 200);
      expect(msg).toBe(message('zh', 'picture_wide', { most: maxWidth('PNG', height) }));
    });
    test('secure A10: a picture that is too long is refused by its side, whatever its area', async () => {
      const { side } = pictureLimits.PNG;
      for (const [width, height] of [
        [1, 50_000_000],
        [side + 1, 1],
      ] as const) {
        const msg = await refused(sendFile(image, pngOf(width, height, { isWhole: false }), 'a.png'), 200);
        expect(msg).toBe(message('zh', 'picture_long', { most: side }));
      }
    });
    test('a comment of 130 MB in a small PNG is not read', async () => {
      await sendFile(image, pngOf(9, 9, { more: [swollenText(130)] }), 'a.png');
    });
    test('a GIF whose screen is 60,000 × 60,000 is refused', async () => {
      const head = Buffer.from('474946383961', 'hex');
      const screen = Buffer.from([
        0x60, 0xea, 0x60, 0xea, 0, 0, 0, 0x2c, 0, 0, 0, 0, 0x60, 0xea, 0x60, 0xea, 0, 2, 0, 0x3b,
      ]);
      await refused(sendFile(image, Buffer.concat([head, screen]), 'a.gif'), 200);
    });
    test('a zip bomb stays the zip that it is', async () => {
      const bomb = zipOf('zeros', 130);
      const { body } = await sendFile(document, bomb, 'a.zip');
      expect(body.data).toMatchObject({ mime: 'application/zip', size: bomb.length });
    });
    test('a document whose list of contents is a bomb is looked at no further', async () => {
      const { body } = await sendFile(document, zipOf('[Content_Types].xml', 130), 'a.docx');
      expect([1, 415]).toContain(body.code);
    });
    test('a picture that is cut off is refused', async () => {
      await refused(sendFile(image, pngOf(900, 900).subarray(0, 90), 'a.png'), 200);
    });
    test('secure A9: a file that ends within its head is refused, whatever it seems to be', async () => {
      for (const length of [9, 20, 25, 30, 33, 40]) {
        const there = files();
        const { status, body } = await sendFile(image, pngOf(900, 900).subarray(0, length), `${length}.png`);
        expect([200, 415], `${length} bytes`).toContain(status);
        expect([body.code === 1, files()]).toEqual([false, there]);
      }
      await refused(sendFile(video, 'ID3<html>', 'x.mp3'));
    });
  });

  describe('with a form that is too much', () => {
    const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;

    test('10,000 parts are refused', async () => {
      const parts = Array.from({ length: 10_000 }, (_, at): [string, string] => [field(`f${at}`), 'x']);
      await refused(sendRaw(server, image, formOf([...parts, [filePart('a.png'), png()]])), 413);
    });
    test('10,000 headers of a part are refused or left out', async () => {
      const headers = Array.from({ length: 10_000 }, (_, at) => `X-${at}: y`).join('\r\n');
      const { body } = await sendRaw(server, image, formOf([[`${filePart('a.png')}\r\n${headers}`, png()]]));
      expect(body.code).not.toBe(500);
    });
    test('two files are refused', async () => {
      const two = formOf([
        [filePart('a.png'), png()],
        [filePart('b.png'), png()],
      ] as [string, Buffer][]);
      await refused(sendRaw(server, image, two), 413);
    });
    test('a file in another part is refused at that part', async () => {
      const { body } = await sendRaw(server, image, formOf([[filePart('a.png', 'avatar'), png()]]));
      expect(body).toMatchObject({ code: 0, data: { errors: { avatar: '没有这个参数' } } });
    });
    test('no file, and one of no bytes, are refused at their field', async () => {
      expect((await sendRaw(server, image, formOf([]))).body.data.errors).toEqual({ file: '必填' });
      const empty = await sendRaw(server, image, formOf([[filePart('a.png'), '']]));
      expect(empty.body).toMatchObject({ msg: '文件是空的', data: { errors: { file: '文件是空的' } } });
    });
    test('fields that are no parameters, or would change what objects are, are refused', async () => {
      for (const name of ['url', '__proto__', 'constructor']) {
        const { body } = await sendRaw(
          server,
          image,
          formOf([
            [field(name), '{}'],
            [filePart('a.png'), png()],
          ]),
        );
        expect(body.code, name).not.toBe(1);
      }
    });
    test('a form without its end is refused', async () => {
      await refused(sendRaw(server, image, formOf([[filePart('a.png'), png()]], false)), 400);
    });
    test('a file that is too large is refused, whether or not its size is told', async () => {
      const large = formOf([[filePart('a.zip'), Buffer.alloc(9 * 2 ** 20)]]);
      expect(await refused(sendRaw(server, document, large), 413)).toBe('文件不能超过 8 MB');
      const untold = async function* () {
        for (let at = 0; at < large.length; at += 65_536) yield large.subarray(at, at + 65_536);
      };
      expect(await refused(sendRaw(server, document, untold()), 413)).toBe('文件不能超过 8 MB');
    });
    test('one that is broken off half way leaves nothing', async () => {
      const form = formOf([[filePart('a.zip'), Buffer.alloc(5 * 2 ** 20)]]);
      const head = `POST /api/${document} HTTP/1.1\r\nhost: a\r\nauthorization: ${server.token}\r\ncontent-type: ${formType}\r\ncontent-length: ${form.length}\r\n\r\n`;
      const there = files();
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.write(head);
      socket.write(form.subarray(0, form.length / 2));
      await expect.poll(() => temporaryFilesOf(server).length).toBeGreaterThan(0);
      socket.destroy();
      await expect.poll(() => temporaryFilesOf(server)).toEqual([]);
      expect(files()).toBe(there);
    });
    test('of more than 15 of one administrator at once, and of another’s that would leave none, the others are told to wait', async () => {
      const root = clientOf(server.url, server.token);
      const other = { username: 'second', password: randomPassword() };
      const superRole = 1;
      await root.data('base.admin/addAdmin', { ...other, groupId: superRole });
      const token = await root.signIn(other.username, other.password);
      const change = { password: other.password, new_password: randomPassword() };
      await clientOf(server.url, token).data('auth.auth/changePassword', change);
      const beginsOf = (token: string, length: number) =>
        Array.from({ length }, () => {
          const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
          const head = `POST /api/${document} HTTP/1.1\r\nhost: a\r\nauthorization: ${token}\r\ncontent-type: ${formType}\r\ncontent-length: 100000\r\n\r\n`;
          socket.write(head);
          socket.write(formOf([[filePart('a.zip'), 'PK']], false).subarray(0, -2));
          return socket;
        });
      const underWay = () => temporaryFilesOf(server).filter((path) => path.endsWith('sent')).length;
      const sockets = beginsOf(server.token, 15);
      await expect.poll(underWay).toBe(15);
      await refused(sendFile(image, png(), 'a.png'), 429);
      const others = { ...server, token };
      expect((await sendRaw(others, image, formOf([[filePart('a.png'), png()]]))).body.code).toBe(1);
      sockets.push(...beginsOf(token, 13));
      await expect.poll(underWay).toBe(28);
      await refused(sendRaw(others, image, formOf([[filePart('a.png'), png()]])), 429);
      await refused(sendFile(image, png(), 'a.png'), 429);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => temporaryFilesOf(server)).toEqual([]);
      expect((await sendFile(image, png(), 'a.png')).body.code).toBe(1);
    });
  });

  test('of all these none left a file in between, and the server and its decoder never held 100 MB more than before', () => {
    expect(memory.growth(), 'kB').toBeLessThan(maxGrowth);
    expect(temporaryFilesOf(server)).toEqual([]);
  });
});
