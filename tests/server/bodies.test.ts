import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/index.ts';
import { useProgram } from '../support/program.ts';
import { describeEachDatabase, useServer } from '../support/server.ts';
import { temporaryFilesOf } from '../support/uploads.ts';

const json = { headers: { 'content-type': 'application/json' } };
const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=b';
const disposition = 'content-disposition: form-data; name="file"; filename="a.png"';
const fileBegun = `--b\r\n${disposition}\r\n\r\n${'x'.repeat(70_000)}`;
const kB = 1024;

const manyFields = Array.from({ length: 400_000 }, (_, at) => `k${at}=v`).join('&');

/** Sends a request whose header announces `length` bytes, of which only `body` follows. */
function send(
  url: string,
  path: string,
  { length, body, more = '', type = form }: { length: number; body: Buffer; more?: string; type?: string },
) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  socket.on('error', () => {}); // refused before its end
  const head = `POST /api/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n`;
  socket.write(`${head}${more}content-length: ${length}\r\n\r\n`);
  socket.write(body);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, closed, status: () => Number(said.slice(9, 12) || 0), said: () => said };
}

const memoryOf = (pid = 0) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / kB;

describe('A1: large bodies to a server of its own', () => {
  const program = useProgram();

  test('A1: eight clients with 3.9 MB and a hundred that send half hold nobody up and take no memory', async () => {
    const { process, url, listening } = await program.start({ ADMIN_PASSWORD: 'a long enough one' });
    await listening;
    const body = Buffer.from(manyFields);
    const half = body.subarray(0, body.length / 2);
    const before = memoryOf(process.pid);
    const stopAt = Date.now() + 20_000;
    const waits: number[] = [];
    const isOver = () => waits.length >= 60 || Date.now() > stopAt;
    let most = 0;

    const attack = async () => {
      while (!isOver()) {
        const { socket, closed } = send(url, 'auth.auth/login', { length: body.length, body });
        await Promise.race([closed, wait(2000)]);
        socket.destroy();
      }
    };
    const lurking: Socket[] = [];
    for (let n = 0; n < 100; n++)
      lurking.push(send(url, 'auth.auth/login', { length: body.length, body: half }).socket);
    const probe = async () => {
      while (!isOver()) {
        const started = performance.now();
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
        waits.push(performance.now() - started);
        most = Math.max(most, memoryOf(process.pid));
        await wait(10);
      }
    };
    await Promise.all([probe(), ...Array.from({ length: 8 }, attack)]);
    for (const socket of lurking) socket.destroy();

    const p95 = waits.sort((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? 0;
    // Before there were limits, it took 10,800 ms and 514 MB, which was 370 MB more than at the start.
    // These bounds are wide, because a busy machine collects garbage later.
    expect(p95).toBeLessThan(1000);
    expect(most).toBeLessThan(250);
    expect(most - before).toBeLessThan(100);
  });
});

describe('Bodies', () => {
  const server = useServer();
  const status = async (...[path, params, options]: Parameters<typeof server.call>) =>
    (await server.call(path, params, options)).status;

  test('A1: a call takes as long a body as its fields need: 16 kB of strangers, 4 MB where a page may come', async () => {
    const field = (bytes: number) => `title=${'x'.repeat(bytes)}`;
    const page = { title: 'Long', model: 'article', content: 'x'.repeat(399_000) };
    const tryCall = async (call: Call) => {
      const isLarge = call.open || Object.values(call.params).some(({ kind }) => ['html', 'json'].includes(kind));
      const limit = call.access === 'public' ? 16 * kB : isLarge ? 4096 * kB : 512 * kB;
      const said = await status(call.path, field(limit), { verb: 'POST' });
      expect(said, call.path).toBe(413);
    };
    const posted = [...calls.values()].flatMap(({ call }) =>
      !call.upload && (call.verb === 'POST' || call.also === 'POST') ? [call] : [],
    );
    for (let at = 0; at < posted.length; at += 10) await Promise.all(posted.slice(at, at + 10).map(tryCall));
    expect(await status('base.base/addNav', field(40 * kB))).toBe(413);
    expect(await status('base.base/addNav', `{"title":"${'x'.repeat(40 * kB)}"}`, json)).toBe(413);
    expect((await server.call('base.base/addColumn', page)).body.code).toBe(1);
    expect((await server.call('base.base/addColumn', { ...page, title: 'Longer' }, json)).body.code).toBe(1);
  });

  test.each([
    ['a call that is not there', 'nothing', form, 404],
    ['a stranger’s upload', 'base.upload/fileUpload', multipart, 401],
    ['a stranger’s sign-in', 'auth.auth/login', form, 413],
  ])('A1: of %s no more is read after its reply than a moment takes', async (_, path, type, said) => {
    const piece = Buffer.alloc(64 * kB, 'x');
    const { socket, closed, status } = send(server.url, path, { length: 10 ** 11, body: piece, type });
    const sendMore = () => void socket.write(piece, (error) => error || sendMore());
    sendMore();
    await closed;
    expect(status()).toBe(said);
    // `bytesWritten` also counts what both ends of the connection buffer outside the server's memory.
    expect(socket.bytesWritten).toBeLessThan(20 * kB * kB);
  });

  test('A1: a short body that nobody asked for is read to its end, and its line serves the next request', async () => {
    const { socket, status } = send(server.url, 'nothing', { length: 100 * kB, body: Buffer.alloc(100 * kB) });
    await expect.poll(status).toBe(404);
    await wait(1500);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  test('the connection of a client that wants it closed is closed after the whole body, with the reply read', async () => {
    const half = Buffer.alloc(50 * kB);
    const more = 'connection: close\r\n';
    const { socket, closed, status } = send(server.url, 'nothing', { length: 2 * half.length, body: half, more });
    await expect.poll(status).toBe(404);
    // After this request, anything that ends with the reply has ended.
    await fetch(`${server.url}/healthz`);
    expect(socket.readableEnded).toBe(false);
    socket.write(half);
    await closed;
    expect(socket.errored).toBeNull();
  });

  test.each([
    ['of a client that wants its connection closed', 'nothing', 'connection: close\r\n', 404],
    ['of a body that is too large', 'auth.auth/login', '', 413],
  ])('the refusal %s says so, is read by who sends 8 MB, and ends the connection', async (_, path, more, refusal) => {
    const body = Buffer.alloc(8 * kB * kB);
    const { socket, closed, status, said } = send(server.url, path, { length: body.length, body, more });
    await closed;
    expect([status(), socket.errored]).toEqual([refusal, null]);
    expect(said().toLowerCase()).toContain('connection: close');
  });

  test('A1: the longest that each field of a call may have is refused at the field, not with the whole', async () => {
    const longest = { title: '宽'.repeat(61), url: '宽'.repeat(501), en_title: '宽'.repeat(61) };
    const { status, body } = await server.call<{ errors: object }>('base.base/addNav', longest);
    expect([status, body.code]).toEqual([200, 0]);
    expect(Object.keys(body.data.errors)).toEqual(expect.arrayContaining(Object.keys(longest)));
    const reply = '宽'.repeat(20_000);
    expect((await server.call('base.content/editMessage', { id: 1, reply })).status).toBe(200);
  });

  test('A1: fields and members are counted before anything is made of them', async () => {
    const members = (n: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, at) => [`k${at}`, 1])));
    expect(await status('base.content/addArticle', manyFields.slice(0, 3_900_000))).toBe(400);
    expect(await status('base.content/addArticle', 'title=x&'.repeat(501))).toBe(400);
    expect(await status('base.content/addArticle', members(200_000), json)).toBe(400);
    expect(await status('base.content/addArticle', `{"params":${members(200_000)}}`, json)).toBe(400);
    // In a form, lists and objects are JSON.
    const value = await server.call('auth.auth/savePreference', { name: 'many', value: members(200_000) });
    expect(value.body).toMatchObject({ code: 0, data: { errors: { value: expect.any(String) } } });
    const { body } = await server.call('base.content/addArticle', { params: members(200_000), title: 'x' });
    expect(body).toMatchObject({ code: 0, data: { errors: { params: expect.any(String) } } });
    const bulk = { entity: 'article', ids: Array.from({ length: 10_000 }, (_, at) => at + 1), fields: {} };
    expect((await server.call('base.Bulk/edit', bulk, json)).status).toBe(200);
  });

  test('A1: bodies on their way take a bounded part of the memory, of each peer and of all, and give it back', async () => {
    const body = Buffer.alloc(2 * kB * kB, 'x');
    const half = (peer: string) => {
      const more = `authorization: ${server.token}\r\nx-forwarded-for: ${peer}\r\n`;
      return send(server.url, 'base.base/addColumn', { length: 2 * body.length - 10, body, more });
    };
    const begun: ReturnType<typeof half>[] = [];
    try {
      for (let n = 0; n < 16; n++) begun.push(half('192.0.2.1'));
      await expect.poll(() => begun.map(({ status }) => status())).toContain(429);
      for (let n = 0; n < 32; n++) begun.push(half(`198.51.100.${n}`));
      await expect.poll(() => begun.map(({ status }) => status())).toContain(503);
    } finally {
      for (const { socket } of begun) socket.destroy();
    }
    await expect.poll(() => status('base.base/addColumn', { title: 'After', model: 'article' })).toBe(200);
  });

  test('A1: what was refused before its end is forgotten with its line', async () => {
    const [made, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    try {
      const body = Buffer.alloc(2 * kB * kB, 'x');
      const begun = Array.from({ length: 10 }, () =>
        send(server.url, 'auth.auth/login', { length: 2 * body.length, body }),
      );
      await Promise.all(begun.map(({ closed }) => closed));
      const timers = made.mock.results.filter((_result, at) => made.mock.calls[at]?.[1] === 30_000);
      expect(timers).toHaveLength(10);
      const left = () => timers.filter(({ value }) => !cleared.mock.calls.some(([timer]) => timer === value));
      await expect.poll(left).toEqual([]);
    } finally {
      made.mockRestore();
      cleared.mockRestore();
    }
  });

  test('A1: of one connection so many requests are begun at once, and one that sends more is cut', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    let said = '';
    socket.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(500));
    await closed;
    expect(said.match(/^HTTP/gm)?.length ?? 0).toBeLessThanOrEqual(8);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test('a connection whose requests are refused before their bodies keeps no listener of them', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error) => name === 'MaxListenersExceededWarning' && warnings.push(name);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const { socket, said, closed } = send(server.url, 'base.base/addColumn', { length: 1, body: Buffer.from('x') });
    const refused = () => said().match(/HTTP\/1.1 401/g)?.length ?? 0;
    for (let n = 1; n <= 15; n++) {
      await expect.poll(refused).toBe(n);
      socket.write(`POST /api/base.base/addColumn HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n`);
      await wait(5);
      socket.write('x');
    }
    await expect.poll(refused).toBe(16);
    socket.end();
    await closed;
    expect(warnings).toEqual([]);
  });

  test('A1: who is signed in may send slowly what was announced; a stranger has 30 seconds', async () => {
    const { setTimeout: real } = globalThis;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    timers.mockImplementation(((work: () => void, ms?: number) => real(work, ms === 30_000 ? 50 : ms)) as typeof real);
    try {
      const body = Buffer.from('title=Slow&model=article');
      const slow = (more: string) =>
        send(server.url, 'base.base/addColumn', { length: body.length + 12_000, body, more });
      await slow('').closed;
      const own = slow(`authorization: ${server.token}\r\n`);
      await wait(300);
      own.socket.write(Buffer.from(`&description=${' '.repeat(11_987)}`));
      await expect.poll(own.status).toBe(200);
      own.socket.destroy();
    } finally {
      timers.mockRestore();
    }
  });

  test('secure A4: an upload on its way is cut when its caller may not send it any more, and one that hardly goes on', async () => {
    const { setInterval: real } = globalThis;
    const timers = vi.spyOn(globalThis, 'setInterval');
    timers.mockImplementation(((work: () => void, ms?: number) =>
      real(work, ms === 30_000 ? 300 : ms)) as unknown as typeof real);
    onTestFinished(() => timers.mockRestore());
    const [quick, slow] = [await server.makeAdmin(1), await server.makeAdmin(1)];
    const upload = ({ token }: { token: string }) =>
      send(server.url, 'base.upload/fileUpload', {
        length: 5 * kB * kB,
        body: Buffer.from(fileBegun),
        type: multipart,
        more: `authorization: ${token}\r\n`,
      });
    const [going, hardly] = [upload(quick), upload(slow)];
    const [feeding, dripping] = [50 * kB, 1].map((bytes, at) =>
      real(() => void [going, hardly][at]?.socket.write('x'.repeat(bytes)), 100),
    );
    onTestFinished(() => {
      clearInterval(feeding);
      clearInterval(dripping);
    });
    await hardly.closed;
    expect(going.socket.destroyed).toBe(false);
    await server.data('base.admin/editAdmin', { id: quick.id, status: 0 });
    await going.closed;
    expect([going.status(), hardly.status()]).toEqual([0, 0]);
    await expect.poll(() => temporaryFilesOf(server)).toEqual([]);
  });

  test('A1: of one peer so many bodies are read at once, before their first byte', async () => {
    const [length, body] = [100, Buffer.from('x')];
    const begun = Array.from({ length: 60 }, () =>
      send(server.url, 'auth.auth/login', { length, body, more: 'x-forwarded-for: 192.0.2.7\r\n' }),
    );
    await expect.poll(() => begun.filter(({ status }) => status() === 429).length).toBe(10);
    const other = { token: '', headers: { 'x-forwarded-for': '192.0.2.8' } };
    expect(await status('auth.auth/login', { username: 'a', password: 'b' }, other)).toBe(200);
    for (const { socket } of begun) socket.destroy();
  });

  test('A20: of IPv6 a network of 56 bits has twice as many bodies on their way as one of 64', async () => {
    const [length, body] = [100, Buffer.from('x')];
    const begun = Array.from({ length: 105 }, (_, at) =>
      send(server.url, 'auth.auth/login', { length, body, more: `x-forwarded-for: 2001:db8:9:${at % 4}::1\r\n` }),
    );
    await expect.poll(() => begun.filter(({ status }) => status() === 429).length).toBe(5);
    const other = { token: '', headers: { 'x-forwarded-for': '2001:db8:9:100::1' } };
    expect(await status('auth.auth/login', { username: 'a', password: 'b' }, other)).toBe(200);
    for (const { socket } of begun) socket.destroy();
  });

  test.each([
    ['a form', 'base.base/addColumn', 'application/x-www-form-urlencoded', 'title=x&content=half'],
    ['JSON', 'base.base/addColumn', 'application/json', '{"title":"x","content":"half'],
    ['a CSV to import', 'base.Transfer/import', multipart, fileBegun],
    ['an upload before its file', 'base.upload/fileUpload', multipart, '--b\r\n'],
    ['an upload in its file', 'base.upload/fileUpload', multipart, fileBegun],
  ])(
    'A10: %s that its client breaks off is no fault of the server, nor of its database',
    async (_what, path, type, body) => {
      const faults = () => server.database.db.selectFrom('run_log').selectAll().where('level', '<>', 'info').execute();
      const before = await faults();
      for (const end of ['destroy', 'resetAndDestroy', 'end'] as const) {
        const more = `authorization: ${server.token}\r\n`;
        const { socket, closed } = send(server.url, path, {
          length: body.length + 100,
          body: Buffer.from(body),
          more,
          type,
        });
        await wait(100);
        socket[end]();
        await closed;
      }
      await wait(300);
      expect(await faults()).toEqual(before);
    },
  );

  test('A1: the example for nginx lifts its limit for files that go onto the disk alone', () => {
    const page = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
    expect(page).toMatch(/location \/ \{[^}]*client_max_body_size \d+m;/);
    const locations = [...page.matchAll(/location ~ (\S+) \{([^}]*)\}/g)].map(([, pattern = '', rest = '']) => ({
      pattern: new RegExp(pattern),
      isUnlimited: /client_max_body_size 0;/.test(rest),
    }));
    const first = (path: string) => locations.find(({ pattern }) => pattern.test(path));
    for (const { call } of calls.values()) {
      const toDisk = call.upload !== undefined && 'toDisk' in call.upload;
      // In nginx, a pattern has priority over `location /`.
      expect(first(`/api/${call.path}`)?.isUnlimited ?? false, call.path).toBe(toDisk);
    }
  });
});

describeEachDatabase('secure: a body', (server, kind) => {
  const begin = (path: string, type: string) => {
    const more = `authorization: ${server.token}\r\n`;
    return send(server.url, path, { length: kB, body: Buffer.from('--b'), more, type });
  };
  async function passTurns(): Promise<void> {
    for (let n = 0; n < 300; n++) await setImmediate();
  }
  /** Cuts requests off: on PostgreSQL while a lock delays reading the session, on SQLite at varying moments. */
  async function cutOffEarly(path: string, type: string): Promise<void> {
    if (kind === 'sqlite') {
      for (let n = 0; n < 200; n++) {
        const { socket, closed } = begin(path, type);
        setTimeout(() => socket.destroy(), n % 3);
        await closed;
      }
      return;
    }
    await server.database.transaction(async (db) => {
      await sql`lock table session in access exclusive mode`.execute(db);
      const begun = Array.from({ length: 60 }, () => begin(path, type));
      await passTurns();
      for (const { socket } of begun) socket.destroy();
      await Promise.all(begun.map(({ closed }) => closed));
      await passTurns();
    });
  }

  test.each([
    ['a form', 'base.content/editArticle', form],
    ['a file', 'base.upload/documentUpload', multipart],
  ])(
    'secure A9: of %s that is cut off while the rights are looked up takes no place of others',
    async (_, path, type) => {
      await cutOffEarly(path, type);
      const file = new FormData();
      file.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), 'a.pdf');
      const body = type === form ? new URLSearchParams({ id: '0' }) : file;
      const headers = { authorization: server.token };
      const asked = () => fetch(`${server.url}/api/${path}`, { method: 'POST', headers, body });
      // Requests that were admitted meanwhile free their places at once.
      await expect.poll(async () => (await asked()).status).toBe(200);
      await expect.poll(() => temporaryFilesOf(server)).toEqual([]);
    },
  );
});
