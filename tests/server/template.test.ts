import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';

interface Template {
  id: number;
  title: string;
  ident: string;
  type: string;
  model: string;
  is_use: number;
  found: number;
  thumb: string;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const entry = (name: string, rest: object = {}) => ({
  name,
  title: `模板 ${name}`,
  type: 'list',
  model: 'article',
  path: `${name}.html`,
  ...rest,
});

describeTestedDatabases('The templates of the site', (server) => {
  const folder = (name: string) => join(server.settings.dataDir, 'templates', name);
  const list = () => server.data<Template[]>('base.Config/tempList');
  const named = async (ident: string) => (await list()).find((template) => template.ident === ident);
  const put = async (name: string, entries: { path: string }[], more: Record<string, string | Buffer> = {}) => {
    await mkdir(folder(name), { recursive: true });
    for (const { path } of entries) await writeFile(join(folder(name), path), '<!doctype html>');
    for (const [file, text] of Object.entries(more)) await writeFile(join(folder(name), file), text);
    await writeFile(join(folder(name), 'templates.json'), JSON.stringify(entries));
  };

  beforeAll(async () => {
    const entries = [
      ...[entry('news', { thumb: 'news.png' }), entry('cards'), entry('phone', { device: 'mobile' })],
      ...[entry('page', { type: 'single' }), entry('goods', { type: 'detail', model: 'product' })],
    ];
    await put('plain', entries, { 'news.png': png, 'news.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });

  test('are those of the manifests in their folder, the first of each type, model and device in use', async () => {
    expect(await list()).toHaveLength(5);
    expect(await named('plain-news')).toMatchObject({ type: 'list', model: 'article', is_use: 1, found: 1 });
    expect(await named('plain-cards')).toMatchObject({ is_use: 0 });
    expect(await named('plain-phone')).toMatchObject({ device: 'mobile', is_use: 1 });
    expect(await named('plain-page')).toMatchObject({ model: 'single', is_use: 1 });
  });

  test('show their pictures to everyone, and no other file of the folder to anyone', async () => {
    const { thumb } = (await named('plain-news')) ?? { thumb: '' };
    const picture = await fetch(server.url + thumb);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('content-security-policy')).toContain('sandbox');
    for (const path of [
      'plain/news.html',
      'plain/templates.json',
      'plain/news.svg',
      '../secret.key',
      '..%2fsecret.key',
    ])
      expect((await fetch(`${server.url}/templates/${path}`)).status).toBe(404);
  });

  test('are used one of a kind, which the public site is told', async () => {
    const cards = await named('plain-cards');
    await server.data('base.Config/useTemplate', { id: cards?.id });
    expect([(await named('plain-cards'))?.is_use, (await named('plain-news'))?.is_use]).toEqual([1, 0]);
    expect((await named('plain-phone'))?.is_use).toBe(1);
    const { templates } = await server.data<{ templates: object[] }>('site.info/read', {}, { token: '' });
    expect(templates).toContainEqual({ type: 'list', model: 'article', device: 'pc', path: 'plain/cards.html' });
  });

  test('are named by columns that have their model, and lost by one whose model changes', async () => {
    const [cards, page] = [await named('plain-cards'), await named('plain-page')];
    const draft = { title: '新闻', model: 'article', list_template: cards?.id };
    const { id } = await server.data('base.base/addColumn', draft);
    const columns = await server.data<{ id: number; list_template: string }[]>('site.column/list', {}, { token: '' });
    expect(columns.find((column) => column.id === id)).toMatchObject({ list_template: 'plain/cards.html' });
    const refused = await server.call<Refused>('base.base/addColumn', { ...draft, detail_template: page?.id });
    expect(refused.body.data.errors).toEqual({ detail_template: '所选记录不存在' });
    await server.data('base.base/editColumn', { id, model: 'product' });
    const [after] = (await server.data<{ data: { list_template: null }[] }>('base.base/getColumnList', { ids: id }))
      .data;
    expect(after?.list_template).toBeNull();
  });

  test('keep the name and picture that an operator gave them, whatever the manifest says', async () => {
    const news = await named('plain-news');
    await server.data('base.Config/saveTemplate', { id: news?.id, title: '头条' });
    expect(await named('plain-news')).toMatchObject({ title: '头条' });
    const refused = await server.call('base.Config/saveTemplate', { id: news?.id, path: '/etc/passwd' });
    expect(refused.body.code).toBe(0);
  });

  test('that are gone go, but for one that a column names, which cannot be used', async () => {
    const entries = [entry('old'), entry('kept')];
    await put('other', entries);
    const kept = await named('other-kept');
    await server.data('base.base/addColumn', { title: '旧闻', model: 'article', list_template: kept?.id });
    await rm(folder('other'), { recursive: true });
    expect(await named('other-old')).toBeUndefined();
    expect(await named('other-kept')).toMatchObject({ found: 0 });
    const { body } = await server.call('base.Config/useTemplate', { id: kept?.id });
    expect(body).toMatchObject({ code: 0, msg: '模板文件不存在，不能使用' });
  });

  test('secure A9: a link that leads out of a set, and what is no file, is neither read nor served', async () => {
    const secret = join(server.settings.dataDir, 'secret.png');
    await writeFile(secret, 'secret');
    await put('links', [entry('fine')], { 'own.png': png });
    await symlink('own.png', join(folder('links'), 'again.png'));
    await symlink(secret, join(folder('links'), 'out.png'));
    await symlink('../..', join(folder('links'), 'up'));
    await symlink('templates.json', join(folder('links'), 'list.png'));
    await symlink('../plain/news.png', join(folder('links'), 'other.png'));
    await symlink(server.settings.dataDir, folder('linked'));
    execFileSync('mkfifo', [join(folder('links'), 'waits.png'), join(folder('links'), 'waits.html')]);
    const manifest = [entry('fine', { thumb: 'out.png' }), entry('waits'), entry('linked', { path: 'up/secret.png' })];
    await writeFile(join(folder('links'), 'templates.json'), JSON.stringify(manifest));
    await mkdir(folder('pipe'));
    execFileSync('mkfifo', [join(folder('pipe'), 'templates.json')]);
    const found = (await list()).filter(({ ident }) => /^(links|pipe)/.test(ident));
    expect(found.map(({ ident, thumb }) => [ident, thumb])).toEqual([['links-fine', '']]);
    const outside = ['out.png', 'up/secret.png', 'waits.png', 'list.png', 'other.png', '../linked/secret.png'];
    const served = ['own.png', 'again.png', ...outside].map(async (path) => {
      const { status } = await fetch(`${server.url}/templates/links/${path}`);
      return status;
    });
    expect(await Promise.all(served)).toEqual([200, 200, ...outside.map(() => 404)]);
    for (const name of ['links', 'linked', 'pipe']) await rm(folder(name), { recursive: true });
  });

  test('secure A9: whose name is too long, or whose title holds a control character, are left out', async () => {
    await put('odd', [entry('fine'), entry('nul', { title: 'a\0b' })]);
    const long = entry('n'.repeat(20_000), { path: 'fine.html' });
    await writeFile(
      join(folder('odd'), 'templates.json'),
      JSON.stringify([entry('fine'), long, entry('nul', { title: 'a\0b' })]),
    );
    const idents = (await list()).map(({ ident }) => ident).filter((ident) => ident.startsWith('odd'));
    expect(idents).toEqual(['odd-fine']);
    await rm(folder('odd'), { recursive: true });
  });

  test('that a manifest tells wrongly are left out, and the run log says why', async () => {
    const bad = [entry('up', { path: '../../secret.key' }), entry('x', { model: 'none' }), entry('fine')];
    await put('wrong', [entry('fine'), entry('x')]);
    await writeFile(join(folder('wrong'), 'templates.json'), JSON.stringify(bad));
    const idents = (await list()).map(({ ident }) => ident).filter((ident) => ident.startsWith('wrong'));
    expect(idents).toEqual(['wrong-fine']);
    const logged = async () => (await server.data<{ data: object[] }>('base.base/getSystemLog')).data;
    const message = 'wrong/templates.json: up has a path at which there is no file';
    await expect.poll(logged).toContainEqual(expect.objectContaining({ level: 'warn', event: 'templates', message }));
    await rm(folder('wrong'), { recursive: true });
  });
});
