import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readSettings } from '../../server/core/settings.ts';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/setup/seed.ts';
import { type Outcome, runInShell } from '../support/command.ts';
import { change, changedSource, databaseIn, dump, here, importInto, query, tempFolder } from '../support/pbootcms.ts';
import { needsRealSite, realSite, realSiteDb } from '../support/realSite.ts';
import { describeEachDatabase } from '../support/server.ts';
import { site, siteDatabase, siteDb } from '../support/site.ts';
import { allText } from '../support/tables.ts';

/** `YYYY-MM-DD HH:mm:ss` of China, eight hours before as UTC. */
const utc = (local: unknown) => new Date(Date.parse(`${local}Z`.replace(' ', 'T')) - 8 * 3600_000);
const iso = (local: unknown) => utc(local).toISOString().replace('.000Z', 'Z');

const broughtIn =
  'Brought in: 11 columns, 2 single pages, 5 articles, 5 products, 1 gallery, 3 jobs, 9 content parameters, ' +
  '2 advertisements, 1 link, 1 message, 11 settings, 11 images.';
/** The model that a column becomes, by the source's model; the page with the form takes messages. */
const becomes: Record<string, string> = { 1: 'single', 2: 'article', 3: 'product', 4: 'atlas', 5: 'recruitment' };
const tables = ['article', 'product', 'atlas', 'recruitment', 'single'];
const modelOf = (row: Record<string, unknown>) => (row.scode === '10' ? 'message' : becomes[String(row.mcode)]);

const textOf = (html: unknown) =>
  String(html)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&quot;', '"')
    .replaceAll('&ldquo;', '“')
    .replaceAll('&rdquo;', '”')
    .replace(/\s+/g, ' ')
    .trim();

describe('a site of PbootCMS 3.0.4', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rtop-import-'));
  let first: Outcome;
  beforeAll(async () => {
    first = await importInto(dataDir, 'pbootcms', siteDb, '--files', site);
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test('is brought in and the counts are said', () => {
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(broughtIn);
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
        model: modelOf(row),
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
      'select c.*, s.name as sort_name, s.mcode from ay_content c join ay_content_sort s using (scode)',
    );
    expect(source).toHaveLength(17);
    const records = tables.flatMap((table) =>
      here(
        dataDir,
        `select r.*, '${table}' as kind, c.title as column_title from ${table} r
        join "column" c on c.id = r.col_id`,
      ),
    );
    expect(records).toHaveLength(16);
    for (const row of source.filter(({ scode }) => scode !== '10')) {
      const record = records.find((one) => one.title === row.title);
      expect(record).toMatchObject({
        column_title: row.sort_name,
        kind: becomes[String(row.mcode)],
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
    expect(records.filter((one) => one.is_top === 1).map((one) => one.title)).toEqual(['柴窑一号正式点火']);
  });

  test('its images are served from the upload folder, and no address of the old site is left', async () => {
    const urls = [
      ...tables.flatMap((table) => here(dataDir, `select org_img as url from ${table} where org_img <> ''`)),
      ...here(dataDir, 'select org_img as url from ad'),
      ...here(dataDir, "select value as url from config_item where en_name = 'web_logo'"),
    ].map(({ url }) => String(url));
    const inside = here(dataDir, tables.map((table) => `select content from ${table}`).join(' union all ')).flatMap(
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

  test('its images are in the media library, with their measures and thumbnails, and each knows where it is used', () => {
    const files = here(dataDir, 'select * from media');
    expect(files.map(({ url }) => url).toSorted()).toEqual(
      readdirSync(join(dataDir, 'upload/pbootcms'))
        .filter((name) => !name.endsWith('.webp'))
        .map((name) => `/upload/pbootcms/${name}`)
        .toSorted(),
    );
    for (const { url, sha1, width, height, thumbs, stem } of files) {
      expect(String(url)).toContain(String(sha1));
      expect([Number(width) > 0, Number(height) > 0]).toEqual([true, true]);
      for (const thumb of JSON.parse(String(thumbs))) expect(existsSync(join(dataDir, thumb.url))).toBe(true);
      expect(here(dataDir, `select * from media_use where stem = '${stem}'`).length, String(url)).toBeGreaterThan(0);
    }
  });

  test('extra fields are parameters of the columns that have them, and products hold their values', () => {
    const params = here(
      dataDir,
      'select p.*, c.title as column_title from content_param p join "column" c on c.id = p.cid',
    );
    expect(params.map(({ column_title, name }) => `${column_title} ${name}`).toSorted()).toEqual(
      ['产品中心', '茶器', '花器']
        .flatMap((title) => ['ext_price', 'ext_type', 'ext_color'].map((name) => `${title} ${name}`))
        .toSorted(),
    );
    expect(params.find(({ name }) => name === 'ext_color')).toMatchObject({
      title: '釉色',
      type: 'choices',
      options: '月白\n天青\n梅子青\n茶叶末\n黑釉',
    });
    const [product] = here(dataDir, "select price, params from product where title = '青釉茶壶'");
    expect(product?.price).toBe(199_900);
    expect(JSON.parse(String(product?.params))).toEqual({
      ext_price: '1999',
      ext_type: ['礼盒'],
      ext_color: ['天青', '梅子青'],
    });
  });

  test('a case is a gallery with its picture', () => {
    const [gallery] = here(dataDir, 'select images, org_img from atlas');
    expect(JSON.parse(String(gallery?.images))).toMatchObject([{ url: gallery?.org_img, sort: 0 }]);
  });

  test('slides are advertisements, links stand in a menu, messages in their column', () => {
    expect(
      here(dataDir, 'select a.title, a.subtitle, a.url, g.ident from ad a join ad_group g on g.id = a.group_id'),
    ).toEqual(
      ['春天的第一窑已经出窑', '新的茶仓可以预订了'].map((subtitle) => ({
        title: '青禾陶社',
        subtitle,
        url: 'http://www.qinghe.example',
        ident: 'slide-1',
      })),
    );
    expect(here(dataDir, 'select n.title, n.url, g.ident from nav n join nav_group g on g.id = n.group_id')).toEqual([
      { title: '县陶瓷协会', url: 'https://association.example', ident: 'links-1' },
    ]);
    expect(
      here(dataDir, 'select m.*, c.title as column_title from message m join "column" c on c.id = m.col_id'),
    ).toMatchObject([
      {
        name: '阿青',
        mobile: '13000000001',
        ip: '127.0.0.1',
        device: 'Windows 10 / Firefox',
        is_read: 1,
        reply: '可以，下单时写在备注里。',
        column_title: '在线留言',
        create_time: '2018-04-12T02:56:09Z',
      },
    ]);
  });

  test('its name, logo, company and description become settings', () => {
    const items = here(dataDir, 'select en_name, value from config_item');
    const value = (name: string) => items.find((item) => item.en_name === name)?.value;
    expect(value('web_title')).toBe('青禾陶社');
    expect(value('web_recordnum')).toBe('某ICP备00000000号');
    expect(value('company_name')).toBe('某县青禾陶社有限公司');
    expect(value('company_phone')).toBe('0000-12345678');
    expect(String(value('web_description'))).toContain('山脚下的一座柴窑工坊');
  });

  test('the missing image is said, and what is left in the source is counted', () => {
    expect(first.stdout).toContain('/static/upload/image/20180412/1523501605180536.png is missing');
    for (const line of ['forms: 2', 'settings of the program: 3', 'administrators: 1', 'templates of columns: 11'])
      expect(first.stdout).toMatch(new RegExp(`  - ${line} \\(.+\\)\n`));
  });

  test('one row of the operation log tells of it', () => {
    const [row, ...others] = here(dataDir, 'select * from operation_log');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ path: 'command/import', target: 'import', code: 1 });
    expect(JSON.parse(String(row?.after))).toMatchObject({ column: 11, article: 5, product: 5, message: 1 });
  });

  test('a second run changes nothing', async () => {
    const before = dump(dataDir);
    const files = readdirSync(join(dataDir, 'upload/pbootcms'));
    const again = await importInto(dataDir, 'pbootcms', siteDb, '--files', site);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('Nothing is new');
    expect(again.stdout).toContain('Already here, and left as it is: 53 records and settings.');
    expect(dump(dataDir)).toEqual(before);
    expect(readdirSync(join(dataDir, 'upload/pbootcms'))).toEqual(files);
  });

  test('the first start after it keeps the site and adds no sample', async () => {
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    await seed(database, readSettings({ DATA_DIR: dataDir }));
    await database.close();
    expect(here(dataDir, "select value from config_item where en_name = 'web_title'")).toEqual([{ value: '青禾陶社' }]);
    expect(here(dataDir, 'select count(*) as n from "column"')).toEqual([{ n: 11 }]);
  });

  test('what was edited or deleted here since is left alone, and what is new in the source comes in', async () => {
    change(
      databaseIn(dataDir),
      `update recruitment set title = 'edited here', version = 2 where title = '网店运营';
       update product set deleted_at = '2026-01-01T00:00:00Z' where title = '粗陶花盆';
       update "column" set deleted_at = '2026-01-01T00:00:00Z' where title = '花器';
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
    const { stdout, code } = await importInto(dataDir, 'pbootcms', source, '--files', site);
    expect(code).toBe(0);
    expect(stdout).toContain('Brought in: 0 columns, 0 single pages, 0 articles, 0 products, 0 galleries, 1 job, 0');
    expect(stdout).toContain('Product "new there" was not brought in: its column is not here any more.');
    const after = dump(dataDir);
    expect(after.recruitment?.slice(0, -1)).toEqual(before.recruitment);
    expect(after.recruitment?.at(-1)).toMatchObject({ title: 'new there', create_time: '2026-02-02T02:00:00Z' });
    for (const table of ['column', 'article', 'product', 'single', 'ad', 'message', 'config_item'])
      expect(after[table]).toEqual(before[table]);
  });
});

describe('sites of other versions', () => {
  test.each(['1.3.7', '3.2.15'] as const)('E: one of PbootCMS %s is brought in', async (version) => {
    const dataDir = tempFolder();
    const { code, stdout } = await importInto(dataDir, 'pbootcms', siteDatabase(version), '--files', site);
    expect(code).toBe(0);
    expect(stdout).toContain(broughtIn);
    const [gallery] = here(dataDir, 'select images from atlas');
    const [picture] = JSON.parse(String(gallery?.images));
    // Titles of pictures came with 3.2.
    expect(picture.title).toBe(version === '3.2.15' ? '窗边的四人餐具' : '');
  });

  test('E: the real site beside the repository is brought in', needsRealSite, async () => {
    const dataDir = tempFolder();
    const { code, stdout } = await importInto(dataDir, 'pbootcms', realSiteDb, '--files', realSite);
    expect(code).toBe(0);
    expect(stdout).toContain(broughtIn);
    expect(stdout).toContain('/static/upload/image/20180412/1523501605180536.png is missing');
  });
});

describeEachDatabase('The import beside a running server', (server) => {
  const run = () => runInShell('import', ['pbootcms', siteDb, '--files', site], server.settings);
  const total = async () => {
    const list = await server.data<{ total: number }>('base.content/getContentList', { id: 0, model: 'article' });
    return list.total;
  };

  test('is seen in the next list, and a second run changes nothing', async () => {
    expect(await total()).toBe(0);
    expect((await run()).stdout).toContain(broughtIn);
    expect(await total()).toBe(5);
    const before = await allText(server.database);
    expect((await run()).stdout).toContain('Nothing is new');
    expect((await allText(server.database)) === before).toBe(true);
  });
});
