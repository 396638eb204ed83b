import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { calls } from '../../contract/index.ts';
import { copyProgram } from '../support/programCopy.ts';
import { type Cluster, makeCluster } from './cluster.ts';
import { assert, type Figure, type Prove } from './proof.ts';
import { signIn, startProcess } from './serverProcess.ts';

/** Calls whose parameters come nearest to the text of a statement, with values that get them there. */
const targets: Record<string, Record<string, string>> = {
  'base.content/getContentList': {
    model: 'article',
    id: '0',
    searchKey: '茶',
    sort: 'title',
    order: 'desc',
    from: '2020-01-01T00:00:00Z',
  },
  'base.base/getColumnList': { searchKey: 'a', ids: '1', pid: '1', model: 'article' },
  'base.Search/records': { q: 'a' },
  'site.content/list': { searchKey: 'a', sort: 'views', order: 'asc', col_id: '1' },
  'site.content/read': { model: 'article', slug: 'a', id: '1' },
  'auth.auth/login': { username: 'a', password: 'a long password' },
  'base.base/getOperateLog': { username: 'admin', path: 'a', target: 'article', ip: '127.0.0.1' },
  'base.Bulk/select': { entity: 'article', filter: '{"title":"a"}' },
  'base.Tag/rename': { title: 'a', to: 'b' },
  'base.content/editArticle': { id: '1', title: 'a', tags: 'b', slug: 'c' },
  'base.Version/list': { entity: 'article', id: '1' },
  'base.Recycle/list': { entity: 'article', searchKey: 'a' },
  'site.visit/record': { url: '/a', title: 'a', referer: 'b' },
};

export const sqlInjectionOnSqlite: Prove = (options) => prove(options);
export const sqlInjectionOnPostgres: Prove = async (options) => prove(options, await makeCluster(options.folder));

async function prove(
  { folder, seed, deadline, say, rounds }: Parameters<Prove>[0],
  cluster?: Cluster,
): Promise<Figure[]> {
  await cluster?.start();
  const url = await cluster?.createDatabase();
  const settings = { DATA_DIR: join(folder, 'data'), SAMPLE_SITE: '1', ...(url && { DATABASE_URL: url }) };
  const server = await startProcess(await copyProgram(folder), settings);
  await server.listening;
  const authorization = await signIn(server.url);
  const tried = { parameters: 0, requests: 0, cut: 0 };
  const wanted = Object.entries(targets)
    .flatMap(([path, params]) => Object.keys(params).map((name) => ({ path, params, name })))
    .slice(0, rounds);
  for (const [n, { path, params, name }] of wanted.entries()) {
    if (Date.now() > deadline) break;
    const isGet = calls.get(path)?.call.verb === 'GET';
    const text = new URLSearchParams(params).toString();
    const share = (deadline - Date.now()) / (wanted.length - n);
    const output = await sqlmap(
      folder,
      [
        ...[
          '-u',
          `${server.url}/api/${path}${isGet ? `?${text}` : ''}`,
          ...(isGet ? [] : ['--data', text]),
          '-p',
          name,
        ],
        ...[
          '--headers',
          `authorization: ${authorization}\nx-forwarded-for: 10.1.${n}.1`,
          '--dbms',
          cluster ? 'PostgreSQL' : 'SQLite',
        ],
        ...['--level', '5', '--risk', '3', '--batch', '--disable-coloring', '--flush-session', '--ignore-code', '*'],
        ...['--output-dir', join(folder, 'sqlmap'), '--parse-errors'],
      ],
      share,
    );
    assert(
      !/is vulnerable\.|identified the following injection point/.test(output.text),
      () => `${path} ${name}: ${output.text.slice(-3000)}`,
    );
    assert(!/ 5\d\d \(/.test(output.text), () => `${path} ${name} answered 5xx: ${output.text.slice(-1000)}`);
    tried.parameters++;
    if (!output.isWhole) tried.cut++;
    say(`${n + 1} of ${wanted.length}: ${path} ${name}${output.isWhole ? '' : ', cut off'} (seed ${seed})`);
  }
  await server.stop();
  await cluster?.end('SIGINT');
  return [
    { what: 'parameters tried with sqlmap, level 5, risk 3', asked: String(wanted.length), reached: tried.parameters },
    { what: '… cut off by the bound in time', asked: '0', reached: tried.cut },
    { what: 'injectable', asked: '0', reached: 0 },
    { what: 'answered with 5xx', asked: '0', reached: 0 },
  ];
}

function sqlmap(folder: string, args: string[], ms: number): Promise<{ text: string; isWhole: boolean }> {
  const child = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: folder } });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part) => parts.push(part));
  child.stderr.on('data', (part) => parts.push(part));
  const timer = setTimeout(() => child.kill('SIGTERM'), ms);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      const text = Buffer.concat(parts).toString('utf8');
      resolve({ text, isWhole: /not appear to be injectable|not injectable/.test(text) });
    });
  });
}
