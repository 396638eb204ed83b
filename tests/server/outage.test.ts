import dns from 'node:dns';
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { mountDisk, unmount } from '../support/disk.ts';
import { onPostgres } from '../support/onPostgres.ts';
import { type Program, useProgram } from '../support/program.ts';
import { startServer, type TestServer, useServer } from '../support/server.ts';
import { openSilentLine } from '../support/silentLine.ts';

const full = { status: 200, body: { code: 507, msg: '服务器磁盘空间不足，没有保存。请联系管理员清理磁盘后重试' } };

describe('A full database file', () => {
  const server = useServer();
  const limit = (pages: (now: number) => number) =>
    server.database.transaction(async (db) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
      const most = sql.lit(pages(rows[0]?.page_count ?? 0));
      await sql`pragma max_page_count = ${most}`.execute(db);
    });

  test('A10: refuses writes in one sentence, alone and in bulk, and works again unaided once there is room', async () => {
    const { id } = await server.data('base.base/addColumn', { title: 'Column', model: 'article' });
    const large = { title: 'x', col_id: id, content: `<p>${'长'.repeat(100_000)}</p>` };
    const { id: article } = await server.data('base.content/addArticle', { title: 'y', col_id: id });
    await limit((now) => now);
    expect(await server.call('base.content/addArticle', large)).toMatchObject(full);
    const fields = { content: large.content };
    expect(await server.call('base.Bulk/edit', { entity: 'article', ids: [article], fields })).toMatchObject(full);
    expect(await server.data('base.base/getColumnList')).toMatchObject({ total: 1 });
    await limit((now) => now + 10_000);
    expect((await server.call('base.content/addArticle', large)).body.code).toBe(1);
  });
});

describe('A disk that can only be read any more', () => {
  const server = useServer();

  test('A10: refuses writes in one sentence, answers reads, and works again unaided', async () => {
    const { database } = server;
    const { transaction } = database;
    const add = (title: string) => server.call('base.Size/addEditSize', { title });
    const refused = { status: 200, body: { code: 507, msg: '服务器磁盘无法写入，没有保存。请联系管理员检查磁盘' } };
    // SQLite's error codes for a failing disk: it cannot write, cannot synchronise, or the file is read-only.
    for (const errcode of [778, 1034, 8]) {
      database.transaction = () => Promise.reject(Object.assign(new Error('disk I/O error'), { errcode }));
      expect(await add('broken')).toMatchObject(refused);
      expect(await server.data('base.Size/getSizeList')).toMatchObject({ total: 0 });
    }
    database.transaction = transaction;
    expect((await add('mended')).body.code).toBe(1);
  });
});

let dir = '';
describe('A full disk', () => {
  const program = useProgram();
  let isSmall = false;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'rtop-disk-'));
    isSmall = mountDisk(dir, 'size=24m');
  });
  afterAll(async () => {
    if (isSmall) unmount(dir);
    await rm(dir, { recursive: true, force: true });
  });

  test('A10: reading, signing in and signing out go on, writes are refused until there is room', async ({ skip }) => {
    skip(!isSmall, 'no disk could be mounted here: the test above looks at the rest');
    const password = 'a long enough one';
    const settings = { DATA_DIR: dir, ADMIN_PASSWORD: password };
    let running = await program.start(settings);
    await running.listening;
    const post = async (path: string, params: Record<string, string>, token = '') => {
      const options = { method: 'POST', headers: { authorization: token }, body: new URLSearchParams(params) };
      const reply = await fetch(`${running.url}/api/${path}`, options);
      return { status: reply.status, body: (await reply.json()) as { code: number; data: { token: string } } };
    };
    const signIn = () => post('auth.auth/login', { username: 'admin', password });
    const add = (title: string, token: string) => post('base.Size/addEditSize', { title }, token);
    const first = (await signIn()).body.data.token;
    expect((await add('before', first)).body.code).toBe(1);

    const others: string[] = [];
    const fill = () => {
      others.push(join(dir, `other${others.length}`));
      const file = openSync(others.at(-1) as string, 'w');
      const page = Buffer.alloc(4096);
      const write = () => {
        for (;;) writeSync(file, page);
      };
      expect(write).toThrow('ENOSPC');
      closeSync(file);
    };
    const empty = () => {
      for (const path of others.splice(0)) rmSync(path);
    };
    fill();
    // Writes still succeed while the write-ahead log has room.
    const replies = [];
    for (let n = 0; n < 3000 && replies.at(-1)?.body.code !== 507; n++) replies.push(await add(`full ${n}`, first));
    expect(replies.at(-1)).toMatchObject(full);
    for (let n = 0; n < 5; n++) {
      const { body } = await signIn();
      expect(body.code).toBe(1);
      const list = await fetch(`${running.url}/api/base.Size/getSizeList`, {
        headers: { authorization: body.data.token },
      });
      expect(await list.json()).toMatchObject({ code: 1 });
      expect((await post('auth.auth/logout', {}, body.data.token)).body.code).toBe(1);
      expect((await post('auth.auth/logout', {}, body.data.token)).status).toBe(401);
    }
    expect(await add('still full', first)).toMatchObject(full);

    empty();
    await expect.poll(async () => (await add('after', first)).body.code, { interval: 300 }).toBe(1);
    expect(readdirSync(dir)).toContain('reserve');

    // With a reserve it starts on a full disk too; else it says why not. Once there is room, it makes a reserve again.
    const restart = async () => {
      running.process.kill('SIGTERM');
      await running.ended;
      if (others.length > 0) fill(); // also where the write-ahead log was
      running = await program.start(settings);
    };
    fill();
    await restart();
    await running.listening;
    expect((await signIn()).body.code).toBe(1);
    expect(readdirSync(dir)).not.toContain('reserve');
    await restart();
    await expect(running.listening).rejects.toThrow('The disk is full. Make room on it and start again.');
    empty();
    await restart();
    await running.listening;
    const { token } = (await signIn()).body.data;
    expect(readdirSync(dir)).toContain('reserve');

    // An import that finds the disk full half-way is taken back at once.
    const headers = { authorization: token };
    const users = async () => {
      const list = await fetch(`${running.url}/api/base.User/list`, { headers });
      return ((await list.json()) as { data: { total: number } }).data.total;
    };
    const form = new FormData();
    form.append('entity', 'user');
    form.append(
      'file',
      new File([`username\n${Array.from({ length: 5000 }, (_, at) => `imported${at}`).join('\n')}`], 'u.csv'),
    );
    const importing = fetch(`${running.url}/api/base.Transfer/import`, { method: 'POST', headers, body: form });
    await expect.poll(users, { interval: 5 }).toBeGreaterThan(0);
    fill();
    expect(await (await importing).json()).toMatchObject(full.body);
    expect(await users()).toBe(0);
    expect((await signIn()).body.code).toBe(1);
  });
});

describe('Standard output that cannot be written', () => {
  const program = useProgram();
  /** Expects the server to reply and keep running. It writes its first log lines before it replies. */
  const goesOn = async ({ process, url, ended }: Program) => {
    const status = (path: string) => fetch(`${url}${path}`).then((reply) => reply.status);
    const answers = expect.poll(() => status('/healthz').catch(() => 0), { interval: 100 }).toBe(200);
    await Promise.race([answers, ended]);
    for (let n = 0; n < 5; n++) expect(await status('/api/base.base/getAllColumnList')).toBe(401);
    expect(process.exitCode).toBeNull();
  };

  test('A10: a log on a full disk costs its lines, never the server', async () => {
    const output = openSync('/dev/full', 'w'); // each write finds no room
    const running = await program.start({ LOG_LEVEL: 'info' }, [], output);
    closeSync(output);
    await goesOn(running);
  });

  test('A10: so does a log whose reader has gone', async () => {
    const running = await program.start({ LOG_LEVEL: 'info' });
    running.process.stdout?.destroy();
    running.process.stderr?.destroy();
    await goesOn(running);
  });
});

describe('A full disk of PostgreSQL', () => {
  const server = useServer({ kind: 'postgres' });
  /** Makes each insert and update fail as if no file could grow. */
  const fill = () =>
    server.database.transaction(async (db) => {
      await sql`create function no_room() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
      end $$`.execute(db);
      await sql`do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'public' loop
          execute format('create trigger no_room before insert or update on %I for each row execute function no_room()', name);
        end loop;
      end $$`.execute(db);
    });
  const empty = () => server.database.transaction((db) => sql`drop function no_room cascade`.execute(db));

  test('A10: refuses writes in one sentence, alone, in bulk and as a file, reads on, and works again unaided once there is room', async () => {
    const { id: col_id } = await server.data('base.base/addColumn', { title: 'Column', model: 'article' });
    const { id } = await server.data('base.content/addArticle', { title: 'y', col_id });
    const { password } = server;
    const lastSeen = new Date(Date.now() - 600_000).toISOString().replace(/\.\d+/, '');
    await server.database.db.updateTable('session').set({ last_seen: lastSeen }).execute();
    await fill();
    const fields = { title: 'z' };
    expect(await server.call('base.content/addArticle', { title: 'x', col_id })).toMatchObject(full);
    expect(await server.call('base.content/editArticle', { id, ...fields })).toMatchObject(full);
    expect(await server.call('base.Bulk/edit', { entity: 'article', ids: [id], fields })).toMatchObject(full);
    expect(await server.call('auth.auth/login', { username: 'admin', password }, { token: '' })).toMatchObject(full);
    const form = new FormData();
    form.set('file', new File(['some text'], 'a.txt'));
    const headers = { authorization: server.token };
    const sent = await fetch(`${server.url}/api/base.upload/documentUpload`, { method: 'POST', headers, body: form });
    expect(await sent.json()).toMatchObject(full.body);
    expect(await server.data('base.base/getColumnList')).toMatchObject({ total: 1 });
    expect(await server.data('base.content/getContentList', { model: 'article' })).toMatchObject({ total: 1 });
    await empty();
    expect((await server.call('base.content/addArticle', { title: 'x', col_id })).body.code).toBe(1);
    expect(await server.signIn('admin', password)).not.toBe('');
  });
});

describe('A database that is away', () => {
  const server = useServer({ kind: 'postgres' });

  test('A14: calls get 503, and an upload that it cut is cleared away without a restart', async () => {
    const name = new URL(server.settings.databaseUrl ?? '').pathname.slice(1);
    const admin = (statement: string) => onPostgres(inject('postgresUrl'), statement);
    const left = () => readdirSync(join(server.settings.dataDir, 'uploading'));
    const encoder = new TextEncoder();
    let send: (text: string) => void = () => {};
    const form = new ReadableStream<Uint8Array>({
      start: (body) => {
        send = (text) => (text === '' ? body.close() : body.enqueue(encoder.encode(text)));
      },
    });
    send('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome text');
    const uploading = fetch(`${server.url}/api/base.upload/documentUpload`, {
      method: 'POST',
      headers: { authorization: server.token, 'content-type': 'multipart/form-data; boundary=b' },
      body: form,
      duplex: 'half',
    } as RequestInit);
    await expect.poll(left).toHaveLength(1);
    await admin(`alter database ${name} allow_connections false`);
    await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    send(' and the rest\r\n--b--\r\n');
    send('');
    expect((await uploading).status).toBe(503);
    expect((await server.call('base.base/getAllColumnList')).status).toBe(503);
    await admin(`alter database ${name} allow_connections true`);
    await expect.poll(left).toEqual([]);
    expect((await server.call('base.base/getAllColumnList')).status).toBe(200);
  });

  test('A14: calls get 503 while nobody knows its host by name any more, and work again unaided once somebody does', async () => {
    const host = 'database.invalid';
    const { lookup } = dns;
    let isKnown = true;
    const asked = vi.spyOn(dns, 'lookup').mockImplementation(((name: string, options: object, done: LookedUp) => {
      if (name !== host) return lookup(name, options, done as never);
      if (isKnown) return lookup('127.0.0.1', options, done as never);
      return done(
        Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
      );
    }) as never);
    const url = Object.assign(new URL(server.settings.databaseUrl ?? ''), { hostname: host });
    const other = await startServer({ beside: server, settings: { databaseUrl: url.href } });
    const list = async () => (await other.call('base.User/list')).status;
    const add = async (username: string) => (await other.call('base.User/userAddEdit', { username })).status;
    try {
      expect([await list(), asked.mock.calls.some(([name]) => (name as string) === host)]).toEqual([200, true]);
      isKnown = false;
      const name = url.pathname.slice(1);
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
      await onPostgres(inject('postgresUrl'), cut);
      await expect.poll(list).toBe(503);
      expect([await list(), await add('nameless')]).toEqual([503, 503]);
      isKnown = true;
      await expect.poll(list).toBe(200);
      expect(await add('named')).toBe(200);
    } finally {
      asked.mockRestore();
      await other.stop();
    }
  });

  test('A14: a line that is cut in the middle of a transaction gets 503 too, whatever the driver says of it', async () => {
    const { database } = server;
    const { transaction } = database;
    const addUser = () => server.call('base.User/userAddEdit', { username: 'cut' });
    database.transaction = (work) =>
      transaction(async (db) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
        await onPostgres(inject('postgresUrl'), `select pg_terminate_backend(${rows[0]?.pid})`);
        const ask = () => sql`select 1`.execute(db).then(String, (error: Error) => error.message);
        await expect.poll(ask).toMatch('is not queryable');
        return work(db);
      });
    expect((await addUser()).status).toBe(503);
    for (const error of [
      new Error('Connection terminated unexpectedly'),
      new Error('Client was closed and is not queryable'),
      new Error('Query read timeout'),
      new Error('Cannot use a pool after calling end on the pool'),
      Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
      Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' }),
    ]) {
      database.transaction = () => Promise.reject(error);
      expect([error.message, (await addUser()).status]).toEqual([error.message, 503]);
    }
    database.transaction = transaction;
    expect(await addUser()).toMatchObject({ status: 200, body: { code: 1 } });
  });
});

type LookedUp = (error: Error) => void;

describe('After a failover', () => {
  const server = useServer({ kind: 'postgres' });
  const addUser = (to: TestServer, username: string) => to.call('base.User/userAddEdit', { username });

  test('A14: writes on a connection to what is a standby by now get 503, and go to the new primary unaided', async () => {
    const name = new URL(server.settings.databaseUrl ?? '').pathname.slice(1);
    const admin = (statement: string) => onPostgres(inject('postgresUrl'), statement);
    await admin(`alter database ${name} set default_transaction_read_only = on`);
    await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect.poll(async () => (await server.call('base.User/list')).status).toBe(200);
    expect((await addUser(server, 'standby')).status).toBe(503);
    await admin(`alter database ${name} reset default_transaction_read_only`);
    expect(await addUser(server, 'primary')).toMatchObject({ status: 200, body: { code: 1 } });
  });

  test('A14: a line that falls silent costs the calls on it a 503 before the console gives up, and no later ones', async () => {
    const line = await openSilentLine(new URL(server.settings.databaseUrl ?? ''));
    const other = await startServer({ beside: server, settings: { databaseUrl: line.url.href } });
    try {
      expect((await addUser(other, 'before')).body.code).toBe(1);
      line.fallSilent();
      const asked = performance.now();
      expect((await addUser(other, 'silent')).status).toBe(503);
      expect(performance.now() - asked).toBeLessThan(6000);
      await expect.poll(async () => (await addUser(other, 'after')).status).toBe(200);
    } finally {
      await other.stop();
      await line.close();
    }
  });
});
