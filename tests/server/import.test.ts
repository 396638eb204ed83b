import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/database/seed.ts';
import { readSettings } from '../../server/settings.ts';

const project = resolve(import.meta.dirname, '../..');
const site = resolve(project, '../shared/data/pbootcms');
const siteDb = join(site, 'pbootcms.db');
if (!existsSync(siteDb)) throw new Error(`These tests read the real site ${siteDb}, and it is not there.`);

type Row = Record<string, string | number | null>;
const rooms: string[] = [];
const room = () => {
  const made = mkdtempSync(join(tmpdir(), 'rtop-import-'));
  rooms.push(made);
  return made;
};
afterAll(() => {
  for (const made of rooms) rmSync(made, { recursive: true, force: true });
});

const settingsOf = (dataDir: string) =>
  readSettings({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a long enough one', SAMPLE_SITE: '0', LOG_LEVEL: 'silent' });

/** Runs the command as an operator does. */
function runImport(dataDir: string, ...args: string[]): Promise<{ code: number; said: string; complained: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ADMIN_PASSWORD: 'a long enough one' };
  return new Promise((done) => {
    execFile(process.execPath, ['server/commands/import.ts', ...args], { cwd: project, env }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, said: out, complained: err }),
    );
  });
}

function query(path: string, sql: string): Row[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}
const here = (dataDir: string, sql: string) => query(join(dataDir, 'rtop.db'), sql);

/** All that the database holds but what migrations and sign-in attempts leave. */
function dump(dataDir: string): Record<string, Row[]> {
  const names = here(dataDir, "select name from sqlite_master where type = 'table'").map((row) => String(row.name));
  const kept = names.filter((name) => !/^(kysely|sqlite|attempt$)/.test(name));
  return Object.fromEntries(kept.map((name) => [name, here(dataDir, `select * from "${name}" order by rowid`)]));
}

/** A copy of the real site's database with changes. */
function changedSource(sql: string): string {
  const path = join(room(), 'site.db');
  copyFileSync(siteDb, path);
  chmodSync(path, 0o644);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

function change(dataDir: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'rtop.db'));
  database.exec(sql);
  database.close();
}

/** `YYYY-MM-DD HH:mm:ss` of China, eight hours before as UTC. */
const utc = (local: unknown) => new Date(Date.parse(`${local}Z`.replace(' ', 'T')) - 8 * 3600_000);
const iso = (local: unknown) => utc(local).toISOString().replace('.000Z', 'Z');

describe('the real site', () => {
  const dataDir = room();
  let first: Awaited<ReturnType<typeof runImport>>;
  beforeAll(async () => {
    first = await runImport(dataDir, 'pbootcms', siteDb, '--files', site);
  });

  test('is brought in and the counts are said', () => {
    expect(first).toMatchObject({ code: 0, complained: '' });
    expect(first.said).toContain('Brought in: 11 columns, 3 single pages, 14 articles, 11 settings, 9 images.');
  });

  test('every column is here, in its place of the tree', () => {
    const source = query(siteDb, 'select * from ay_content_sort order by pcode, sorting, id');
    expect(source).toHaveLength(11);
    const columns = here(dataDir, 'select c.*, p.title as parent from "column" c left join "column" p on p.id = c.pid');
    expect(columns).toHaveLength(11);
    for (const row of source) {
      const parent = source.find((other) => other.scode === row.pcode)?.name ?? null;
      expect(columns.find((column) => column.title === row.name)).toMatchObject({
        parent,
        model: row.mcode === '1' ? 'single' : 'article',
        url_name: row.filename,
        description: row.subname,
        seo_title: row.title,
        status: Number(row.status),
        sort: row.sorting,
        is_nav: 1,
        version: 1,
        create_time: iso(row.create_time),
      });
    }
  });

  test('every content record is here with its values', () => {
    const source = query(
      siteDb,
      'select c.*, s.name as sort_name from ay_content c join ay_content_sort s using (scode)',
    );
    expect(source).toHaveLength(17);
    const records = ['article', 'single'].flatMap((table) =>
      here(dataDir, `select r.*, c.title as column_title from ${table} r join "column" c on c.id = r.col_id`),
    );
    expect(records).toHaveLength(17);
    for (const row of source) {
      const record = records.find((one) => one.title === row.title);
      expect(record).toMatchObject({
        column_title: row.sort_name,
        subtitle: row.subtitle,
        tags: row.tags,
        author: row.author,
        source: row.source,
        description: row.description,
        keywords: row.keywords,
        jump_url: row.outlink,
        views: row.visits,
        status: Number(row.status),
        publish_time: iso(row.date),
        create_time: iso(row.create_time),
        update_time: iso(row.update_time),
      });
      expect(textOf(record?.content)).toBe(textOf(row.content));
      expect(String(record?.org_img) === '').toBe(row.ico === '');
    }
    expect(records.filter((one) => one.is_top === 1).map((one) => one.title)).toEqual(['PbootCMSV1.0.0正式发布']);
  });

  test('its images are served from the upload folder, and no address of the old site is left', async () => {
    const urls = [
      ...here(dataDir, "select org_img as url from article where org_img <> ''"),
      ...here(dataDir, "select value as url from config_item where en_name = 'web_logo'"),
    ].map(({ url }) => String(url));
    const inside = here(dataDir, 'select content from article union all select content from single').flatMap(
      ({ content }) => [...String(content).matchAll(/src="(\/[^"]*)"/g)].map(([, url]) => String(url)),
    );
    expect(inside).toHaveLength(2);
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    const app = await buildApp(database, settingsOf(dataDir), { withConsole: false });
    for (const url of [...urls, ...inside]) {
      expect(url).toMatch(/^\/upload\/pbootcms\/[0-9a-f]{40}\.(png|jpg)$/);
      const reply = await app.inject(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toMatch(/^image\//);
    }
    await app.close();
    await database.close();
  });

  test('its name, logo, company and description become settings', () => {
    const items = here(dataDir, 'select en_name, value from config_item');
    const value = (name: string) => items.find((item) => item.en_name === name)?.value;
    expect(value('web_title')).toBe('PbootCMS');
    expect(value('web_recordnum')).toBe('湘ICP备88888888号');
    expect(value('company_name')).toBe('湖南某某网络科技有限公司');
    expect(value('company_phone')).toBe('0731-88886666');
    expect(String(value('web_description'))).toContain('PHP企业网站开发建设管理系统');
  });

  test('the missing image is said, and what is left in the source is counted', () => {
    expect(first.said).toContain('/static/upload/image/20180412/1523501605180536.png is missing');
    for (const line of ['slides: 2', 'links to partners: 1', 'messages of visitors: 1', 'extra fields: 3', 'forms: 2'])
      expect(first.said).toContain(`  - ${line}\n`);
  });

  test('one row of the operation log tells of it', () => {
    const [row, ...others] = here(dataDir, 'select * from operation_log');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ path: 'command/import', target: 'import', code: 1 });
    expect(JSON.parse(String(row?.after))).toEqual({ columns: 11, articles: 14, pages: 3, settings: 11 });
  });

  test('a second run changes nothing', async () => {
    const before = dump(dataDir);
    const files = readdirSync(join(dataDir, 'upload/pbootcms'));
    const again = await runImport(dataDir, 'pbootcms', siteDb, '--files', site);
    expect(again.code).toBe(0);
    expect(again.said).toContain('Nothing is new');
    expect(again.said).toContain('Already here, and left as it is: 39 records and settings.');
    expect(dump(dataDir)).toEqual(before);
    expect(readdirSync(join(dataDir, 'upload/pbootcms'))).toEqual(files);
  });

  test('the first start after it keeps the site and adds no sample', async () => {
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    await seed(database, readSettings({ DATA_DIR: dataDir }));
    await database.close();
    expect(here(dataDir, "select value from config_item where en_name = 'web_title'")).toEqual([{ value: 'PbootCMS' }]);
    expect(here(dataDir, 'select count(*) as n from "column"')).toEqual([{ n: 11 }]);
  });

  test('what was edited or deleted here since is left alone, and what is new in the source comes in', async () => {
    change(
      dataDir,
      `update article set title = 'edited here', version = 2 where title = '平台运营';
       update article set deleted_at = '2026-01-01T00:00:00Z' where title = '网站空间';
       update "column" set deleted_at = '2026-01-01T00:00:00Z' where title = '域名空间';
       update config_item set value = 'my title' where en_name = 'web_title'`,
    );
    const source = changedSource(
      `update ay_content set title = 'edited there';
       insert into ay_content (acode, scode, subscode, title, titlecolor, subtitle, filename, author, source, outlink,
         date, ico, pics, content, tags, enclosure, keywords, description, sorting, status, istop, isrecommend,
         isheadline, visits, likes, oppose, create_user, update_user, create_time, update_time)
       select acode, scode, subscode, 'new there', titlecolor, subtitle, filename, author, source, outlink, date, ico,
         pics, content, tags, enclosure, keywords, description, sorting, status, istop, isrecommend, isheadline, visits,
         likes, oppose, create_user, update_user, '2026-02-02 10:00:00', update_time from ay_content where id in (13, 16)`,
    );
    const before = dump(dataDir);
    const { said, code } = await runImport(dataDir, 'pbootcms', source, '--files', site);
    expect(code).toBe(0);
    expect(said).toContain('Brought in: 0 columns, 0 single pages, 1 article, 0 settings, 0 images.');
    expect(said).toContain('Article "new there" was not brought in: its column is not here any more.');
    const after = dump(dataDir);
    expect(after.article?.slice(0, -1)).toEqual(before.article);
    expect(after.article?.at(-1)).toMatchObject({ title: 'new there', create_time: '2026-02-02T02:00:00Z' });
    for (const table of ['column', 'single', 'config_item']) expect(after[table]).toEqual(before[table]);
  });
});

const textOf = (html: unknown) =>
  String(html)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();

describe('a source that is hostile or odd', () => {
  test('no file outside of the folder is copied, and none that is not an image', async () => {
    const dataDir = room();
    const outside = room();
    const files = join(outside, 'files');
    mkdirSync(files);
    copyFileSync(join(site, 'static/images/logo.png'), join(outside, 'secret.png'));
    symlinkSync(join(outside, 'secret.png'), join(files, 'link.png'));
    writeFileSync(join(files, 'password.jpg'), 'root:x:0:0');
    writeFileSync(
      join(files, 'drawing.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const source = changedSource(
      `update ay_content set ico = '../../etc/passwd' where id = 4;
       update ay_content set ico = '/link.png' where id = 5;
       update ay_content set ico = '/%2e%2e/secret.png' where id = 6;
       update ay_content set ico = '/password.jpg' where id = 7;
       update ay_content set ico = '${join(outside, 'secret.png')}' where id = 8;
       update ay_content set content = '<p><img src="..\\secret.png"><img src="/drawing.svg"></p>' where id = 9`,
    );
    const { said, code } = await runImport(dataDir, 'pbootcms', source, '--files', files);
    expect(code).toBe(0);
    for (const url of ['../../etc/passwd', '/link.png', '/%2e%2e/secret.png', '..\\secret.png'])
      expect(said).toContain(`${url} leads out of the folder`);
    expect(said).toContain('/password.jpg is not an image');
    expect(said).toContain('/drawing.svg is not an image');
    expect(existsSync(join(dataDir, 'upload/pbootcms'))).toBe(false);
    expect(here(dataDir, "select count(*) as n from article where org_img like '/upload/%'")).toEqual([{ n: 0 }]);
  });

  test('script in a text is taken out and counted, and a script link is left out', async () => {
    const dataDir = room();
    const source = changedSource(
      `update ay_content set content = '<p onclick="steal()">ok</p><script>steal()</script><a href="javascript:steal()">x</a>',
         outlink = 'javascript:steal()' where id = 4`,
    );
    const { said } = await runImport(dataDir, 'pbootcms', source);
    expect(said).toContain('Sanitising took these out of the texts: p onclick (1), script (1), a href (1).');
    expect(said).toContain('the jump_url "javascript:steal()" is not a link that may be used');
    const [article] = here(dataDir, "select content, jump_url from article where title like 'PbootCMSV1%'");
    expect(article).toEqual({ content: '<p>ok</p><a>x</a>', jump_url: '' });
  });

  test('text that PbootCMS has escaped reads as its author typed it', async () => {
    const dataDir = room();
    const source = changedSource(
      `update ay_content set title = 'A &amp; B &quot;C&quot;',
         content = '&lt;p&gt;one &amp;lt; two, C:\\\\dir, it&#039;s&lt;/p&gt;' where id = 4`,
    );
    await runImport(dataDir, 'pbootcms', source);
    const [article] = here(dataDir, "select content, title from article where title like 'A %'");
    expect(article).toEqual({ title: 'A & B "C"', content: "<p>one &lt; two, C:\\dir, it's</p>" });
  });

  test('a gallery stands at the end of the text, and what is for members alone does not become public', async () => {
    const dataDir = room();
    const picture = '/static/upload/image/20180412/1523499864406172.jpg';
    const source = changedSource(
      `update ay_content set pics = '${picture},/gone.jpg', content = '<p>text</p>' where id = 4;
       update ay_content set gid = '2' where id = 5;
       update ay_content_sort set gid = '1' where scode = '9'`,
    );
    const { said } = await runImport(dataDir, 'pbootcms', source, '--files', site);
    const [article] = here(dataDir, "select content from article where title like 'PbootCMSV1%'");
    expect(article?.content).toMatch(
      /^<p>text<\/p><p><img src="\/upload\/pbootcms\/[0-9a-f]{40}\.jpg" alt="" \/><\/p>\n<p><img src="\/gone\.jpg" alt="" \/><\/p>$/,
    );
    expect(said).toContain('/gone.jpg is missing');
    const drafts = here(dataDir, 'select title from article where status = 0 order by title');
    expect(drafts).toHaveLength(4);
    expect(here(dataDir, 'select title from "column" where status = 0')).toEqual([{ title: '招贤纳士' }]);
  });

  test('a column that hangs on itself, a record without a column and names that are too long or taken are said', async () => {
    const dataDir = room();
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    await seed(database, { ...settingsOf(dataDir), sampleSite: true });
    await database.close();
    const source = changedSource(
      `update ay_content_sort set pcode = scode where scode = '8';
       update ay_content_sort set filename = 'about' where scode = '1';
       update ay_content_sort set filename = 'a/b' where scode = '2';
       update ay_content set scode = '99' where id = 5;
       update ay_content set title = '${'长'.repeat(201)}' where id = 4`,
    );
    const { said, code } = await runImport(dataDir, 'pbootcms', source);
    expect(code).toBe(0);
    expect(said).toContain('Column "服务案例" stands at the top');
    expect(said).toContain('the URL name "about" is taken here, so it was made from the title');
    expect(said).toContain('the URL name "a/b" is not a valid one');
    expect(said).toContain('was not brought in: its column 99 is not in the source');
    expect(said).toContain('the title was cut from 201 to 200 characters');
    expect(said).toMatch(/\d+ images keep their old address: no --files folder was given\./);
    const names = here(dataDir, "select url_name from \"column\" where title in ('公司简介', '新闻中心') order by id");
    expect(names).toEqual([{ url_name: 'gong-si-jian-jie' }, { url_name: 'xin-wen-zhong-xin' }]);
  });
});

describe('beside a running server', () => {
  test('what comes in is seen in the next list', async () => {
    const dataDir = room();
    const settings = settingsOf(dataDir);
    const database = await openDatabase(settings);
    await seed(database, settings);
    const app = await buildApp(database, settings, { withConsole: false });
    const signIn = await app.inject({
      method: 'POST',
      url: '/api/auth.auth/login',
      payload: { username: 'admin', password: 'a long enough one' },
    });
    const total = async () => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/base.content/getContentList',
        headers: { authorization: signIn.json().data.token },
        payload: { id: 0, model: 'article' },
      });
      return reply.json().data.total;
    };
    expect(await total()).toBe(0);
    expect(await runImport(dataDir, 'pbootcms', siteDb, '--files', site)).toMatchObject({ code: 0 });
    expect(await total()).toBe(14);
    await app.close();
    await database.close();
  });
});

describe('is refused with one sentence, and nothing is written:', () => {
  const folder = room();
  const foreign = join(folder, 'foreign.db');
  const text = join(folder, 'text.db');
  beforeAll(() => {
    const database = new DatabaseSync(foreign);
    database.exec('create table ay_content (id integer, title text)');
    database.close();
    writeFileSync(text, 'this is no database, but long enough to be taken for one. '.repeat(50));
  });
  const usage = /^Usage: npm run import -- pbootcms FILE\.db \[--files DIR\]$/;

  test.each([
    ['a missing file', ['pbootcms', join(folder, 'none.db')], /^There is no file .*none\.db\.$/],
    ['a folder', ['pbootcms', folder], /^There is no file /],
    ['a file of another kind', ['pbootcms', text], /^.*text\.db cannot be read as a SQLite database: .*\.$/],
    ['the database of another program', ['pbootcms', foreign], /is not a PbootCMS 3 database: it has no ay_/],
    [
      'a folder of files that is not there',
      ['pbootcms', siteDb, '--files', join(folder, 'none')],
      /is not a folder\.$/,
    ],
    ['no arguments', [], usage],
    ['an unknown source', ['wordpress', siteDb], usage],
    ['an unknown option', ['pbootcms', siteDb, '--force'], usage],
    ['an argument too many', ['pbootcms', siteDb, 'more'], usage],
  ])('%s', async (_what, args, sentence) => {
    const dataDir = join(room(), 'data');
    const { code, said, complained } = await runImport(dataDir, ...args);
    expect(code).toBe(1);
    expect(said).toBe('');
    expect(complained.trim()).toMatch(sentence);
    expect(complained.trim()).not.toContain('\n');
    expect(existsSync(dataDir)).toBe(false);
  });

  test('the source itself is never changed', async () => {
    const source = changedSource('select 1');
    const before = readFileSync(source);
    await runImport(room(), 'pbootcms', source);
    expect(readFileSync(source).equals(before)).toBe(true);
  });
});
