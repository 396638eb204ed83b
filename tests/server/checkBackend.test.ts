import { createServer as createSecureServer } from 'node:https';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CheckError, checkBackEnd } from '../../checkBackend/check.ts';
import { parseOptions } from '../../checkBackend/options.ts';
import { needed } from '../plain/answer.ts';
import { calls as specified } from '../proof/calls.ts';
import { type Checked, checkBackend, reportOn } from '../support/checkBackend.ts';
import { certificateFor } from '../support/cloud/certificate.ts';
import { listen } from '../support/listen.ts';
import { usePlain } from '../support/plain.ts';
import { freePort } from '../support/port.ts';
import { useServer } from '../support/server.ts';
import { page, refused, useStandIn } from '../support/standIn.ts';

const plain = usePlain();
const server = useServer();
/** `lacking` has no call whose path is a guess; `useless` has a menu and single pages that the console cannot show. */
const lacking = usePlain({
  habits: {
    'GET base.Data/webInfo': undefined,
    'GET base.Data/webData': undefined,
  },
});
const useless = usePlain({
  habits: {
    'GET base.Menu': () => [{ id: '1', title: '网站' }],
    'POST base.content/getContentList': ({ form, store }) => (form.model === 'single' ? [] : store.page('article')),
  },
});
/** A back end with shapes of its own where the specification names none. */
const odd = usePlain({
  habits: {
    'GET base.Config/expendConfig': () => [
      { id: '3', title: '站点', ident: 'site', sort: '0' },
      { id: '4', groupId: '3', zh_name: '网站标题', en_name: 'web_title', value: '茶', sort: '0' },
    ],
    // These replies have no ids: items are known by their name, templates by their title.
    'GET base.Config/sysConfig': ({ store }) => store.all('config_item').map(({ id, ...item }) => item),
    'GET base.Config/tempList': () => ['首页', '列表页'],
    'POST base.upload/fileUpload': () => '/upload/1.png',
    'GET base.User/collectList': () => ({ data: null, total: '0' }),
    'GET base.Menu': () => [
      { id: '1', pid: '0', title: '网站', path: '' },
      { id: '2', pid: '1', title: '栏目', path: '/columnList' },
    ],
  },
});
/** A back end that lacks `ini` and `addColumn`, replies with the configuration by name, and requires `ident`. */
const picky = usePlain({
  habits: {
    'GET auth.auth/ini': undefined,
    'POST base.base/addColumn': undefined,
    'GET base.Config/sysConfig': ({ store }) =>
      Object.fromEntries(store.all('config_item').map(({ en_name, value }) => [String(en_name), value])),
    'POST base.Config/addExtendGroup': ({ store, form }) => ({
      id: store.add('config_group', { ...form, ident: needed(form, 'ident') }),
    }),
  },
});
/** A back end with one page for every column, an empty menu, and replies to uploads in other shapes or without an address. */
const loose = usePlain({
  habits: {
    'POST base.content/getContentList': ({ form, store }) =>
      form.model === 'single' ? { id: '9', title: '关于我们' } : store.page('article'),
    'POST base.upload/fileUpload': () => '/upload/a.png',
    'POST base.upload/videoUpload': () => [{ url: '/upload/a.mp4' }],
    'POST base.upload/documentUpload': () => [],
    'GET base.Menu': () => [],
  },
});
/** A back end that makes no groups of advertisements, and whose menu names models on the third level alone. */
const groupless = usePlain({
  habits: {
    'POST base.base/addAdGroup': undefined,
    'GET base.Menu': () => [
      {
        id: 1,
        title: '网站',
        path: '',
        children: { 2: { id: 2, title: '内容', path: '', children: [article], ...buttons } },
      },
    ],
  },
});
/** Lists in a menu entry that are not its children. */
const buttons = { list: ['add', 'edit'], sub: [{ name: '新增' }] };
const article = { id: 3, title: '文章', path: '/content', model: 'article' };
const standIn = useStandIn();

const named = (call: { verb: string; path: string }) => `${call.verb} ${call.path}`;
/** `editColumn` counts as one call, which the console makes by POST. */
const all = specified.map(named).filter((call) => call !== 'GET base.base/editColumn');

test('of this server check-backend finds every call of the specification and every extension as specified, and leaves nothing', async () => {
  const before = await counts();
  const { code, stdout } = await checkBackend(
    server.url,
    '--username',
    'admin',
    '--password',
    server.password,
    '--write',
    '--json',
  );
  const report: Checked = JSON.parse(stdout);
  const strange = report.calls.filter(({ verdict }) => verdict !== 'specified');
  expect(strange.filter(({ says }) => !says[0]?.startsWith('not made: it would '))).toEqual([]);
  expect(report.calls.filter(({ extension }) => !extension).map(named)).toEqual(expect.arrayContaining(all));
  expect(Object.values({ ...report.extensions, ...report.features })).not.toContain(false);
  expect([code, report.works, report.left]).toEqual([0, true, []]);
  expect(await counts()).toEqual(before);
});
async function counts() {
  const { counts } = await server.data<{ counts: object }>('base.Data/welcomeDate');
  const { total } = await server.data<{ total: number }>('base.Recycle/list');
  const roles = await server.data<object[]>('base.admin/getRoleList');
  return { counts, total, roles: roles.length };
}

test('of a back end that speaks console.md alone, it finds all of that as specified and each extension absent', async () => {
  const { works, calls, extensions, features, left } = await reportOn({ ...plain, write: true });
  const own = calls.filter(({ extension }) => !extension);
  expect(own.filter(({ verdict }) => verdict !== 'specified')).toEqual([]);
  expect(own.map(named).toSorted()).toEqual(all.toSorted());
  const more = calls.filter(({ extension }) => extension);
  expect(new Set(more.map(({ verdict }) => verdict))).toEqual(new Set(['absent']));
  expect(Object.values({ ...extensions, ...features })).not.toContain(true);
  expect(works).toBe(true);
  expect(left.every((one) => one.startsWith('file /upload/'))).toBe(true);
});

test('specification D5: check-backend says what takes the place of a call whose path is not specified', async () => {
  const { works, calls } = await reportOn({ ...lacking, write: false });
  const said = Object.fromEntries(calls.map(({ path, verdict, says }) => [path, [verdict, ...says]]));
  expect(said['base.Data/webInfo']).toEqual([
    'absent',
    'its path is not specified; without it title and logo come from base.Config/sysConfig',
  ]);
  expect(said['base.Data/webData']).toEqual(['absent', 'its path is not specified; without it all models are offered']);
  expect(works).toBe(true);
});

test('specification D5: check-backend finds a menu without children and single pages without a record', async () => {
  const { works, calls } = await reportOn({ ...useless, write: false });
  const said = Object.fromEntries(calls.map(({ path, verdict, says }) => [path, [verdict, ...says]]));
  expect(said['base.Menu']?.[0]).toBe('differs');
  expect(said['base.Menu']).toContain('no menu entry has children, even when asked for with its pid');
  // The console can save a first record in these columns, so the call counts as specified.
  expect(said['base.content/getContentList']?.[0]).toBe('specified');
  expect(said['base.content/getContentList']).toContain(
    'single: columns without a record: 1; what is typed there first is saved with id 0 and the column',
  );
  expect(works).toBe(false);
});

test('specification D5: check-backend says of each call that it did not make what was missing, and of a reply without data what the console does', async () => {
  const { calls } = await reportOn({ ...groupless, write: true });
  // No level of the menu has these fields.
  expect(calls.find(({ path }) => path === 'base.Menu')).toMatchObject({
    verdict: 'specified',
    says: ['without icon, background, spread'],
  });
  const untried = calls.filter(({ verdict }) => verdict === 'untried');
  expect(untried.map(({ path }) => path)).toEqual(
    ['addAd', 'deleteAd', 'deleteAdGroup', 'editAd', 'editAdGroup'].map((name) => `base.base/${name}`),
  );
  const reason = 'not made: it needs a record of the check, which base.base/addAdGroup did not make';
  expect(untried.flatMap(({ says }) => says)).toEqual(untried.map(() => reason));
  expect(calls.find(({ path }) => path === 'base.Config/saveConfig')?.says).toEqual([
    'the write was answered without a record: the console reads again what it shows',
  ]);
});

test('specification D5: check-backend goes on without ini, reads values by name, fills in identifiers and says whose record was missing', async () => {
  const { calls } = await reportOn({ ...picky, write: true });
  const said = Object.fromEntries(calls.map(({ path, verdict, says }) => [path, [verdict, ...says]]));
  expect(said['auth.auth/ini']).toEqual(['absent']);
  expect(said['base.Config/sysConfig']?.[0]).toBe('specified');
  expect(said['base.Config/addExtendGroup']?.[0]).toBe('specified');
  const reasons = ['base.base/deleteColumn', 'base.Category/deleteCategory', 'base.content/deleteArticle'].map(
    (path) => said[path],
  );
  expect(reasons).toEqual(
    reasons.map(() => ['untried', 'not made: it needs a record of the check, which base.base/addColumn did not make']),
  );
});

test('specification D5: check-backend without --write asks for the parameters of a column too, and tries no extension that is not named', async () => {
  const { calls } = await reportOn({ ...plain, write: false });
  expect(calls.find(({ path }) => path === 'base.content/getContentParams')?.verdict).toBe('specified');
  const extensions = new Set(calls.filter(({ extension }) => extension).map(({ path }) => path));
  expect(plain.asked.filter(({ call }) => extensions.has(call.split(' ')[1] ?? ''))).toEqual([]);
});

test('specification D8: check-backend takes the shapes that the console reads, and says that they are the back end’s own', async () => {
  const { calls } = await reportOn({ ...odd, write: true });
  const said = Object.fromEntries(calls.map(({ path, verdict, says }) => [path, [verdict, ...says]]));
  expect(said['base.Config/expendConfig']?.[0]).toBe('specified');
  // The items are not reported as missing, because the reply has them in another shape.
  expect(said['base.Config/expendConfig']?.slice(1).join()).not.toContain('items');
  expect(said['base.User/collectList']).toEqual(['specified']);
  expect(said['base.Config/sysConfig']?.[0]).toBe('specified');
  expect(said['base.Config/tempList']?.[0]).toBe('specified');
  expect([said['base.Menu']?.[0], said['base.Menu']?.join()]).toEqual([
    'specified',
    expect.not.stringContaining('children'),
  ]);
  const upload = said['base.upload/fileUpload']?.slice(0, 2);
  expect(upload).toEqual(['specified', 'has a shape of its own, which the console can read']);
});

test('specification D5: check-backend changes no page that the site had, and tells an upload that the console cannot use', async () => {
  const { calls, left } = await reportOn({ ...loose, write: true });
  expect(loose.asked.map(({ call }) => call)).not.toContain('POST base.content/editSingle');
  const said = (path: string) => {
    const { verdict, says = [] } = calls.find((call) => call.path === path) ?? {};
    return [verdict, says[0]];
  };
  expect(said('base.content/editSingle')).toEqual([
    'untried',
    'the new column already had a page of the site, so it was not changed',
  ]);
  expect(said('base.upload/fileUpload')[0]).toBe('specified');
  expect(said('base.upload/videoUpload')[0]).toBe('specified');
  expect(said('base.upload/documentUpload')).toEqual(['differs', "data is [], without the file's address"]);
  expect(said('base.Menu')).toEqual(['specified', 'the menu is empty: the console shows its home screen alone']);
  expect(left.filter((one) => one.startsWith('file'))).toEqual([
    'file /upload/a.png',
    'file /upload/a.mp4',
    expect.stringContaining('file rtop_check_'),
  ]);
});

test('without --write check-backend makes no call that writes, and tells a person of each call in a line', async () => {
  plain.asked.length = 0;
  const { code, stdout } = await checkBackend(plain.url, '--username', 'admin', '--password', plain.password);
  const writes = /\/(add|edit|delete|create|save|set|user[A-Z]|UserDelete|\w+Upload)/;
  expect(plain.asked.map(({ call }) => call).filter((call) => writes.test(call))).toEqual([]);
  expect(stdout).toMatch(/^GET +base\.base\/getAdGroup +as specified$/m);
  expect(stdout).toMatch(/^POST +base\.base\/addColumn +not tried$/m);
  expect(stdout).toMatch(/^POST +base\.Recycle\/restore +absent$/m);
  expect(stdout).toContain('--write makes them');
  expect(code).toBe(0);
});

test('a check that is stopped in between removes what it has made', async () => {
  plain.asked.length = 0;
  const stop = () => {
    if (plain.asked.some(({ call }) => call === 'POST base.content/addVideo')) throw new CheckError('stopped');
  };
  const wanted = { url: plain.url, username: 'admin', password: plain.password, write: true };
  await expect(checkBackEnd({ ...wanted, signal: { throwIfAborted: stop } })).rejects.toThrow('stopped');
  const made = plain.asked.filter(({ call }) => /\/(add|create)/.test(call));
  const removed = plain.asked.filter(({ call }) => /\/delete/i.test(call));
  expect(removed.length).toBe(made.length);
});

test('of a web server that is no back end check-backend says so in one sentence', async () => {
  standIn.answers({ status: 404, body: '<h1>Not found</h1>' });
  const asked = [standIn.url, '--username', 'admin', '--password', 'x'];
  const { code, stdout, stderr } = await checkBackend(...asked);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `${standIn.url} is a web server but no back end of this console: it answers /api/auth.auth/ini with HTTP 404.`,
  );
  const forPrograms = await checkBackend(...asked, '--json');
  expect([forPrograms.code, JSON.parse(forPrograms.stdout)]).toEqual([2, { error: stderr }]);
});

test('of a back end that is broken check-backend says no more than that', async () => {
  standIn.answers({ status: 502, body: 'Bad Gateway' });
  await expect(checkBackEnd({ ...wrong, url: standIn.url })).rejects.toThrow(
    new CheckError(`${standIn.url} answers /api/auth.auth/ini with HTTP 502: what is there does not work.`),
  );
});

test.each([
  [[], 'URL is missing.'],
  [
    ['a.example', '--username', 'a', '--password', 'b'],
    '"a.example" is no address that begins with http:// or https://.',
  ],
  [['http://a.example', '--username', 'a'], '--password is missing.'],
  [['http://a.example', '--user', 'a'], "Unknown option '--user'."],
  [
    ['https://a.example/api', '--username', 'a', '--password', 'b'],
    'of https://a.example/api the console can use scheme and host alone: https://a.example.',
  ],
])('what is wrong with %j is said before how it is used', (args, why) => {
  const wrong = () => parseOptions(args);
  expect(wrong).toThrow(CheckError);
  expect(wrong).toThrow(`${why} Usage: npm run check-backend -- URL`);
});

test('the address of the console that a back end serves is as good as its host', () => {
  const asked = ['--username', 'a', '--password', 'b'];
  const urls = ['/rTopAdmin/', '/rTopAdmin/home', '/', ''].map(
    (path) => parseOptions([`http://a.example${path}`, ...asked])?.url,
  );
  expect(new Set(urls)).toEqual(new Set(['http://a.example']));
});

const wrong = { username: 'admin', password: 'wrong', write: false };

test('a sign-in that is refused is one sentence', async () => {
  const said = new CheckError('The back end did not let "admin" in: 账户或密码错误');
  await expect(checkBackEnd({ ...wrong, url: plain.url })).rejects.toThrow(said);
});

test('why no reply comes is one sentence: nothing is there, no TLS, a certificate that nobody trusts, or no HTTP', async () => {
  const secure = createSecureServer(certificateFor(['localhost']));
  const rude = createServer((socket) => socket.destroy());
  onTestFinished(() => {
    secure.close();
    rude.close();
  });
  const free = `http://127.0.0.1:${await freePort()}`;
  const tls = plain.url.replace('http', 'https');
  const untrusted = `https://localhost:${await listen(secure, 'localhost')}`;
  const closing = `http://127.0.0.1:${await listen(rude)}`;
  const sentences: [url: string, sentence: string][] = [
    [free, `Nothing answers at ${free}.`],
    [tls, `${tls} answers without TLS: give it as ${plain.url}, if it is a web server.`],
    [untrusted, `The certificate of ${untrusted} is not trusted here: DEPTH_ZERO_SELF_SIGNED_CERT.`],
    [closing, `What listens at ${closing} hangs up, or does not speak HTTP.`],
  ];
  for (const [url, sentence] of sentences)
    await expect(checkBackEnd({ ...wrong, url })).rejects.toThrow(new CheckError(sentence));
});

test('what differs, what is absent and what the role may not do are told apart, with how', async () => {
  standIn.answers(({ path }) => {
    if (path === 'auth.auth/ini') return { data: { extensions: ['media'] } };
    if (path === 'auth.auth/login') return { data: { token: 't' } };
    if (path === 'base.base/getAdList') return { status: 404, body: '<h1>404</h1>' };
    if (path === 'base.Size/getSizeList') return refused(403, '无权限');
    if (path === 'base.base/getNavGroup') return { body: 'Fatal error' };
    if (path === 'base.User/list') return page({ id: 1, username: 'a', reg_time: 'yesterday' });
    if (path === 'base.content/getContentList') return page({ id: 1, images: '/a.png,/b.png', tags: ['a', 'b'] });
    if (path === 'base.base/getAllNavList') return { data: { 3: { id: 1 } } };
    if (path === 'base.base/getNavList') return { data: { data: { 3: { id: 1 } }, total: 1 } };
    if (path === 'base.admin/getRoleList') return page({ id: 1, rule_method: 'all' });
    if (path === 'base.Media/list') return page({ id: 1, kind: 'image', size: 'large' });
    return { data: [] };
  });
  const { works, calls } = await reportOn({ ...standIn, password: 'x', write: false });
  const of = (path: string) => {
    const call = calls.find((one) => one.path === path);
    return [call?.verdict, call?.says[0]];
  };
  expect(of('base.base/getAdList')).toEqual(['absent', undefined]);
  expect(of('base.Size/getSizeList')).toEqual(['forbidden', '无权限']);
  expect(of('base.base/getNavGroup')).toEqual(['differs', 'the reply is no JSON envelope']);
  expect(of('base.User/list')).toEqual(['differs', 'reg_time is "yesterday", which is no time']);
  for (const path of ['base.content/getContentList', 'base.base/getAllNavList', 'base.base/getNavList'])
    expect(of(path)[0], path).toBe('specified');
  expect(of('base.admin/getRoleList')).toEqual(['differs', 'rule_method is "all", which is no refs']);
  expect(of('base.Media/list')).toEqual(['differs', 'size is "large", which is no int']);
  expect(works).toBe(false);
});

test('C6: what check-backend says of a call that several models share is a short line for each', async () => {
  const { stdout } = await checkBackend(plain.url, '--username', 'admin', '--password', plain.password);
  const lines = stdout.split('\n');
  const at = lines.findIndex((line) => line.includes('base.content/getContentList'));
  const told = lines.slice(
    at,
    lines.findIndex((line, next) => next > at && /^(GET|POST)/.test(line)),
  );
  const models = told.map((line) => /(article|product|atlas|video|down|recruitment|single|message):/.exec(line)?.[1]);
  expect(new Set(models).size).toBe(models.length);
  expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(160);
});
