import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import { tryStart } from '../../server/listen.ts';
import { bothDatabases } from '../support/databases.ts';
import { type Program, useProgram } from '../support/program.ts';
import { clientOf } from '../support/server.ts';

const shown = /password: (\S{16}) \(shown only now\)/;
const program = useProgram({ isOwn: true });

let shared: Promise<Program> | undefined;
/** One with the settings that it has where none are given, that no test changes. */
async function usual(): Promise<Program> {
  shared ??= program.start();
  const started = await shared;
  await started.listening;
  return started;
}

describe('The program', () => {
  test('shows a random password once, at the first start, to be changed at the first sign-in', async () => {
    const { dataDir } = await program.storage('sqlite');
    const first = await program.start({ DATA_DIR: dataDir });
    await first.listening;
    first.process.kill('SIGTERM');
    const { code, stdout, stderr } = await first.ended;
    expect([code, stderr]).toEqual([0, '']);
    const password = shown.exec(stdout)?.[1] ?? '';

    const second = await program.start({ DATA_DIR: dataDir });
    await second.listening;
    const client = clientOf(second.url);
    const token = await client.signIn('admin', password);
    const options = { token };
    expect(await client.data('base.admin/getAdminInfo', {}, options)).toMatchObject({ must_change: true });
    expect((await client.call('base.base/getColumnList', {}, options)).status).toBe(403);
    second.process.kill('SIGTERM');
    expect((await second.ended).stdout).not.toMatch(shown);
  });

  test('takes the first administrator from its settings and shows no password then', async () => {
    const { listening, url, process, ended } = await program.start({
      ADMIN_USERNAME: 'root-user',
      ADMIN_PASSWORD: 'from the settings',
    });
    await listening;
    const client = clientOf(url);
    const token = await client.signIn('root-user', 'from the settings');
    expect(await client.data('base.admin/getAdminInfo', {}, { token })).toMatchObject({ must_change: false });
    process.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).not.toContain('password');
  });

  test('leads from / to the console, whose page comes with a policy without unsafe scripts', async () => {
    const { url } = await usual();
    const page = await fetch(`${url}/`);
    expect([page.status, page.url, await page.text()]).toEqual([
      200,
      `${url}/rTopAdmin/`,
      expect.stringContaining('<title>'),
    ]);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.split('; ').find((part) => part.startsWith('script-src'))).not.toMatch(/unsafe/);
    const again = await fetch(`${url}/rTopAdmin/columnList`);
    expect(again.headers.get('content-security-policy')).not.toBe(policy);
    expect((await fetch(`${url}/rTopAdmin/assets/none.js`)).status).toBe(404);
  });

  test('asks for a passkey: what the bundle leaves outside is found', async () => {
    const { url } = await usual();
    const asked = await fetch(`${url.replace('127.0.0.1', 'localhost')}/api/auth.auth/passkeyChallenge`, {
      method: 'POST',
    });
    expect(await asked.json()).toMatchObject({ code: 1, data: { options: { rpId: 'localhost' } } });
  });

  test('answers HEAD for the console’s pages as it answers GET, without a body', async () => {
    const { url } = await usual();
    const ask = async (method: string, path: string) => {
      const reply = await fetch(`${url}${path}`, { method, redirect: 'manual' });
      const names = ['content-type', 'location', 'cache-control', 'x-content-type-options', 'referrer-policy'];
      const text = await reply.text();
      return { status: reply.status, headers: names.map((name) => reply.headers.get(name)), hasBody: text !== '' };
    };
    for (const path of ['/', '/rTopAdmin', '/rTopAdmin/', '/rTopAdmin/index.html']) {
      const got = await ask('GET', path);
      expect(got.status, path).toBe(path.startsWith('/rTopAdmin/') ? 200 : 302);
      expect(await ask('HEAD', path), path).toEqual({ ...got, hasBody: false });
    }
  });

  let pages = 0;
  /** Puts a page in the place of the console's for one test. A running program sees it by the time of its change. */
  async function replacePage(html: string): Promise<void> {
    const page = join(program.dir(), 'dist/index.html');
    const plain = await readFile(page, 'utf8');
    onTestFinished(() => writeFile(page, plain));
    await writeFile(page, html);
    await utimes(page, ++pages, pages);
  }

  test('names another back end in its page, which may call it and nothing else', async () => {
    await replacePage('<!doctype html><meta name="api-host" content="__API_HOST__" />');
    const pageOf = async ({ listening, url }: Program) => {
      await listening;
      const page = await fetch(`${url}/rTopAdmin/`);
      const policy = page.headers.get('content-security-policy')?.split('; ') ?? [];
      return [await page.text(), policy.find((part) => part.startsWith('connect-src'))];
    };
    const host = 'https://api.example.com';
    expect(await pageOf(await program.start({ API_HOST: host }))).toEqual([
      `<!doctype html><meta name="api-host" content="${host}" />`,
      `connect-src 'self' ${host} https://*.myqcloud.com`,
    ]);
    expect(await pageOf(await usual())).toEqual([
      '<!doctype html><meta name="api-host" content="" />',
      "connect-src 'self'",
    ]);
  });

  test('names the console’s build in its page and in each reply of the API, another build by another name', async () => {
    const { url } = await usual();
    const names = new Set<string>();
    for (const script of ['one.js', 'two.js', 'two.js']) {
      await replacePage(`<!doctype html><title>console</title><meta name="build" content="__BUILD__"><!--${script}-->`);
      const shown = await (await fetch(`${url}/rTopAdmin/`)).text();
      expect(shown).toContain(script);
      const name = /<meta name="build" content="([0-9a-f]{12})">/.exec(shown)?.[1];
      for (const path of ['auth.auth/ini', 'base.Menu', 'nothing'])
        expect((await fetch(`${url}/api/${path}`)).headers.get('x-build'), path).toBe(name);
      expect((await fetch(`${url}/healthz`)).headers.get('x-build')).toBeNull();
      names.add(name ?? '');
    }
    expect(names.size).toBe(2);
    // Another process of the same build has the same name for it.
    const { listening, url: other } = await program.start();
    await listening;
    expect((await fetch(`${other}/api/nothing`)).headers.get('x-build')).toBe([...names].at(-1));
  });

  test.each(bothDatabases)(
    'started three times at once on one new %s database comes up each time, with one administrator',
    async (kind) => {
      const { dataDir, databaseUrl = '' } = await program.storage(kind);
      const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
      const programs = await Promise.all([1, 2, 3].map(() => program.start(settings)));
      await Promise.all(programs.map(({ listening }) => listening));
      const passwords = programs.flatMap(({ stdout }) => shown.exec(stdout())?.[1] ?? []);
      expect(passwords).toHaveLength(1);

      const client = clientOf(programs.find(({ stdout }) => !shown.test(stdout()))?.url ?? '');
      const token = await client.signIn('admin', passwords[0] ?? '');
      const change = { password: passwords[0], new_password: 'my own password' };
      await client.data('auth.auth/changePassword', change, { token });
      expect(await client.data('base.admin/getAdminList', {}, { token })).toMatchObject({ total: 1 });
      const rules = await client.data<{ path: string }[]>('base.admin/getRuleList', {}, { token });
      expect(rules.map(({ path }) => path)).toEqual([...new Set(rules.map(({ path }) => path))]);
      for (const { process } of programs) process.kill('SIGTERM');
      const outcomes = await Promise.all(programs.map(({ ended }) => ended));
      expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
    },
  );
});

describe('A start that cannot be ends with one sentence:', () => {
  const expectOneSentence = (said: string) => {
    expect(said.split('\n'), said).toHaveLength(1);
    expect(said).not.toMatch(/ at .+:\d+|node:internal|\bError:/);
    expect(said).toMatch(/\.$/);
    return said;
  };

  async function refusalOfProgram(settings: Record<string, string>, nodeOptions: string[] = []): Promise<string> {
    const { ended } = await program.start(settings, nodeOptions);
    const { code, stderr } = await ended;
    expect(code, stderr).toBe(1);
    return expectOneSentence(stderr.trim());
  }

  /** Starts the server in this process, which is faster. Only for refusals before the console is loaded. */
  async function refusalInProcess(settings: Record<string, string>): Promise<string> {
    const { dataDir } = await program.storage('sqlite');
    return expectOneSentence((await tryStart({ DATA_DIR: dataDir, ...settings })) ?? '');
  }

  test.each([
    ['HOST', 'no such host', 'Cannot listen on no such host:'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY is "10.0.0.0/33", but must be addresses'],
  ])('%s=%s', async (name, value, said) => {
    expect(await refusalOfProgram({ [name]: value })).toContain(said);
  });

  test('PORT=http', async () => {
    expect(await refusalInProcess({ PORT: 'http' })).toBe('PORT is "http", but must be a number from 1 to 65535.');
  });

  test('a port in use', async () => {
    const { port } = new URL((await usual()).url);
    expect(await refusalOfProgram({ PORT: port })).toBe(`Port ${port} is already in use. Set PORT to another one.`);
  });

  test('a data folder that cannot be made', async () => {
    const { dataDir, databaseUrl = '' } = await program.storage('postgres');
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const settings = { DATA_DIR: join(file, 'data') };
    for (const own of [settings, { ...settings, DATABASE_URL: databaseUrl }])
      expect(await refusalInProcess(own)).toContain(`The data folder ${join(file, 'data')} cannot be written to: `);
  });

  test('a folder of backups that cannot be made', async () => {
    const { dataDir } = await program.storage('sqlite');
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    expect(await refusalInProcess({ DATA_DIR: dataDir, BACKUP_DIR: join(file, 'backups') })).toBe(
      `The folder of backups ${join(file, 'backups')} cannot be written to: ENOTDIR. Set BACKUP_DIR to one that can.`,
    );
    const served = join(dataDir, 'upload', 'backups');
    expect(await refusalInProcess({ DATA_DIR: dataDir, BACKUP_DIR: served })).toContain(`among the site's own files`);
  });

  test('a database in which its role may make nothing', async () => {
    const { databaseUrl = '' } = await program.storage('postgres');
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    await pool.query(`create role guest login password 'guest'`);
    await pool.end();
    const url = Object.assign(new URL(databaseUrl), { username: 'guest', password: 'guest' }).href;
    expect(await refusalInProcess({ DATABASE_URL: url })).toMatch(
      /^The role guest may not create tables in the database .+: make it the owner of that database\.$/,
    );
  });

  test('a file that is no database', async () => {
    const { dataDir } = await program.storage('sqlite');
    await writeFile(join(dataDir, 'rtop.db'), 'this is not a database, whatever its name says'.repeat(100));
    expect(await refusalInProcess({ DATA_DIR: dataDir })).toBe(
      `The database ${join(dataDir, 'rtop.db')} is damaged: file is not a database. Restore a backup.`,
    );
    await rm(join(dataDir, 'rtop.db'));
    await mkdir(join(dataDir, 'rtop.db'));
    expect(await refusalInProcess({ DATA_DIR: dataDir })).toContain('cannot be opened: ');
  });

  test('a database server that does not answer, or refuses', async () => {
    const { databaseUrl = '' } = await program.storage('postgres');
    const with_ = (change: Partial<URL>) => Object.assign(new URL(databaseUrl), change).href;
    const cannot = 'The database cannot be opened: ';
    expect(await refusalInProcess({ DATABASE_URL: with_({ port: '9' }) })).toContain(`${cannot}connect ECONNREFUSED`);
    expect(await refusalInProcess({ DATABASE_URL: with_({ password: 'sesame' }) })).toBe(
      `${cannot}password authentication failed for user "postgres".`,
    );
    expect(await refusalInProcess({ DATABASE_URL: with_({ pathname: '/nothing' }) })).toBe(
      `${cannot}database "nothing" does not exist.`,
    );
  });

  test.each(bothDatabases)('a %s database of a newer program', async (kind) => {
    const { dataDir, databaseUrl = '' } = await program.storage(kind);
    const database = await openDatabase({ dataDir, databaseUrl });
    await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2030')`.execute(database.db);
    await database.close();
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
    expect(await refusalInProcess(settings)).toBe(
      'The database was made by a newer version of this program. Install that version.',
    );
  });

  test('an older Node', async () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    expect(await refusalOfProgram({}, options)).toBe(
      'rTop Admin needs Node 24 or newer; this is 20.20.2. "npm start" brings its own.',
    );
  });

  test('a console that is not built', async () => {
    const page = join(program.dir(), 'dist/index.html');
    const plain = await readFile(page, 'utf8');
    onTestFinished(() => writeFile(page, plain));
    await rm(page);
    expect(await refusalOfProgram({})).toBe('The console is not built. Run "npm run build" first.');
  });
});
