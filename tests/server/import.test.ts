import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/database/seed.ts';
import { readSettings } from '../../server/settings.ts';
import { type Outcome, runCommand } from '../support/command.ts';
import { change, changedSource, databaseIn, dump, here, importInto, query } from '../support/pbootcms.ts';
import { describeEachDatabase } from '../support/server.ts';
import { site, siteDb } from '../support/site.ts';
import { allText } from '../support/tables.ts';

/** `YYYY-MM-DD HH:mm:ss` of China, eight hours before as UTC. */
const utc = (local: unknown) => new Date(Date.parse(`${local}Z`.replace(' ', 'T')) - 8 * 3600_000);
const iso = (local: unknown) => utc(local).toISOString().replace('.000Z', 'Z');

const textOf = (html: unknown) =>
  String(html)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();

describe('the real site', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rtop-import-'));
  let first: Outcome;
  beforeAll(async () => {
    first = await importInto(dataDir, 'pbootcms', siteDb, '--files', site);
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

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
    const app = await buildApp(database, readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
      withConsole: false,
    });
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
    const again = await importInto(dataDir, 'pbootcms', siteDb, '--files', site);
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
      databaseIn(dataDir),
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
    const { said, code } = await importInto(dataDir, 'pbootcms', source, '--files', site);
    expect(code).toBe(0);
    expect(said).toContain('Brought in: 0 columns, 0 single pages, 1 article, 0 settings, 0 images.');
    expect(said).toContain('Article "new there" was not brought in: its column is not here any more.');
    const after = dump(dataDir);
    expect(after.article?.slice(0, -1)).toEqual(before.article);
    expect(after.article?.at(-1)).toMatchObject({ title: 'new there', create_time: '2026-02-02T02:00:00Z' });
    for (const table of ['column', 'single', 'config_item']) expect(after[table]).toEqual(before[table]);
  });
});

describeEachDatabase('The import beside a running server', (server) => {
  const run = () => runCommand('import', ['pbootcms', siteDb, '--files', site], server.settings);
  const total = async () => {
    const list = await server.data<{ total: number }>('base.content/getContentList', { id: 0, model: 'article' });
    return list.total;
  };

  test('is seen in the next list, and a second run changes nothing', async () => {
    expect(await total()).toBe(0);
    expect((await run()).said).toContain('Brought in: 11 columns, 3 single pages, 14 articles, 11 settings, 9 images.');
    expect(await total()).toBe(14);
    const before = await allText(server.database);
    expect((await run()).said).toContain('Nothing is new');
    expect((await allText(server.database)) === before).toBe(true);
  });
});
