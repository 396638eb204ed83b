import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useProgram } from '../support/program.ts';
import { clientOf, useServer } from '../support/server.ts';
import { sendFilm, upload } from '../support/uploads.ts';

const document = 'base.upload/documentUpload';
const mb = 2 ** 20;

describe('an uploaded file', () => {
  const server = useServer();
  const headersOf = async (url: string) => (await fetch(server.url + url)).headers;

  test('of a film is served in parts, so that one can seek in it', async () => {
    const { body } = await sendFilm(server, 3 * mb);
    const { url, size } = body.data;
    const response = await fetch(server.url + url, { headers: { range: `bytes=${size - 100}-` } });
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes ${size - 100}-${size - 1}/${size}`,
    ]);
    expect(await response.arrayBuffer()).toHaveProperty('byteLength', 100);
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('content-disposition')).toBe(null);
    const beyond = await fetch(server.url + url, { headers: { range: `bytes=${size}-` } });
    expect(beyond.status).toBe(416);
    const since = await fetch(server.url + url, { headers: { 'if-unmodified-since': new Date(0).toUTCString() } });
    expect([since.status, (await since.json()).code]).toEqual([412, 412]);
  });

  test('that is no picture, film, sound or PDF is offered to be saved', async () => {
    const { url } = await upload(server, document, '名称,价格\n', 'a.csv');
    const headers = await headersOf(url);
    expect(headers.get('content-type')).toBe('text/csv');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    const { url: shown } = await upload(server, document, '%PDF-1.4\n%%EOF\n', 'a.pdf');
    expect((await headersOf(shown)).get('content-disposition')).toMatch(/^inline;/);
  });

  test('secure A9: goes out uncompressed, so that slow readers of large files take no memory', async () => {
    const { url } = await upload(server, document, 'name,price\n'.repeat(1000), 'long.csv');
    const { headers } = await fetch(server.url + url, { headers: { 'accept-encoding': 'br, gzip' } });
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, '11000']);
  });

  test('day C9: of a document is saved under the name that it has in the library, whatever its letters', async () => {
    const nameOf = async (url: string) => {
      const [, name = ''] =
        /filename\*=UTF-8''([\w%.~!-]+)$/.exec((await headersOf(url)).get('content-disposition') ?? '') ?? [];
      return decodeURIComponent(name);
    };
    const name = "春茶（2026）价格表 'a' (1)*.csv";
    const { id, url } = await upload(server, document, '名称,价格\n茶,1\n', name);
    expect(await nameOf(url)).toBe(name);
    await server.data('base.Media/edit', { id, name: '新价格表' });
    expect(await nameOf(url)).toBe('新价格表.csv');
    expect(await nameOf(`${url}?v=2`)).toBe('新价格表.csv');
  });

  test.each(['page.html', 'drawing.svg', 'feed.xml', 'code.js', 'none'])(
    'that somebody put there otherwise, as %s, is run by no browser',
    async (name) => {
      await writeFile(join(server.settings.dataDir, 'upload', name), '<script>1</script>');
      const headers = await headersOf(`/upload/${name}`);
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toBe('attachment');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    },
  );

  test('is asked for anew within minutes, since another may take its place', async () => {
    const { url } = await upload(server, document, '%PDF-1.4\n% cache\n%%EOF\n', 'a.pdf');
    const headers = await headersOf(url);
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    // If `cache-control` were not set, fetch would ask for the whole file.
    const known = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const again = await fetch(server.url + url, { headers: known });
    expect(again.status).toBe(304);
  });

  test('that is hidden, or stands beside the folder, is not served', async () => {
    await writeFile(join(server.settings.dataDir, 'upload', '.htaccess'), 'x');
    for (const path of ['/upload/.htaccess', '/upload/../uploading/', '/uploading/'])
      expect([403, 404], path).toContain((await fetch(server.url + path)).status);
  });
});

describe('a long film', () => {
  const program = useProgram();
  const server = { url: '', token: '' };
  let pid = 0;
  beforeAll(async () => {
    const started = await program.start({ ADMIN_PASSWORD: 'a long password' });
    await started.listening;
    const signIn = { username: 'admin', password: 'a long password' };
    const { token } = await clientOf(started.url).data<{ token: string }>('auth.auth/login', signIn);
    Object.assign(server, { url: started.url, token });
    pid = started.process.pid ?? 0;
  });

  test('goes to the disk as it comes: the server holds little of it', async () => {
    const peak = async () => Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
    await sendFilm(server, mb);
    const before = await peak();
    const { body } = await sendFilm(server, 120 * mb);
    expect(body.data).toMatchObject({ kind: 'video', size: 120 * mb });
    expect((await peak()) - before, 'kB').toBeLessThan(60 * 1024);
  });
});
