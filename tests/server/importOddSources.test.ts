import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../server/core/settings.ts';
import { openDatabase } from '../../server/database/index.ts';
import { seed } from '../../server/setup/seed.ts';
import { changedSource, here, importInto, tempFolder } from '../support/pbootcms.ts';
import { site } from '../support/site.ts';

describe('a source that is hostile or odd', () => {
  test('no file outside of the folder is copied, and none that is not an image', async () => {
    const dataDir = tempFolder();
    const outside = tempFolder();
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
    const { stdout, code } = await importInto(dataDir, 'pbootcms', source, '--files', files);
    expect(code).toBe(0);
    for (const url of ['../../etc/passwd', '/link.png', '/%2e%2e/secret.png', '..\\secret.png'])
      expect(stdout).toContain(`${url} leads out of the folder`);
    expect(stdout).toContain('/password.jpg is not an image');
    expect(stdout).toContain('/drawing.svg is not an image');
    expect(existsSync(join(dataDir, 'upload/pbootcms'))).toBe(false);
    expect(here(dataDir, "select count(*) as n from article where org_img like '/upload/%'")).toEqual([{ n: 0 }]);
  });

  test('script in a text is taken out and counted, and a script link is left out', async () => {
    const dataDir = tempFolder();
    const source = changedSource(
      `update ay_content set content = '<p onclick="steal()">ok</p><script>steal()</script><a href="javascript:steal()">x</a>',
         outlink = 'javascript:steal()' where id = 4;
       update ay_content set content = replace(hex(zeroblob(300)), '00', '<b>') where id = 5`,
    );
    const { stdout } = await importInto(dataDir, 'pbootcms', source);
    expect(stdout).toContain('Sanitising took these out of the texts: p onclick (1), script (1), a href (1).');
    expect(stdout).toContain('the jump_url "javascript:steal()" is not a link that may be used');
    const [article] = here(dataDir, "select content, jump_url from article where title like '柴窑一号%'");
    expect(article).toEqual({ content: '<p>ok</p><a>x</a>', jump_url: '' });
    // A19: what nests too deep is said, and the rest of the site comes in.
    expect(stdout).toContain('its text was left out. The layout is nested too deeply (at most 256 levels).');
  });

  test('text that PbootCMS has escaped reads as its author typed it', async () => {
    const dataDir = tempFolder();
    const source = changedSource(
      `update ay_content set title = 'A &amp; B &quot;C&quot;',
         content = '&lt;p&gt;one &amp;lt; two, C:\\\\dir, it&#039;s&lt;/p&gt;' where id = 4`,
    );
    await importInto(dataDir, 'pbootcms', source);
    const [article] = here(dataDir, "select content, title from article where title like 'A %'");
    expect(article).toEqual({ title: 'A & B "C"', content: "<p>one &lt; two, C:\\dir, it's</p>" });
  });

  test('a gallery stands at the end of the text, and what is for members alone does not become public', async () => {
    const dataDir = tempFolder();
    const picture = '/static/upload/image/20180412/1523499864406172.jpg';
    const source = changedSource(
      `update ay_content set pics = '${picture},/gone.jpg', content = '<p>text</p>' where id = 4;
       update ay_content set gid = '2' where id = 5;
       update ay_content_sort set gid = '1' where scode = '9'`,
    );
    const { stdout } = await importInto(dataDir, 'pbootcms', source, '--files', site);
    const [article] = here(dataDir, "select content from article where title like '柴窑一号%'");
    expect(article?.content).toMatch(
      /^<p>text<\/p><p><img src="\/upload\/pbootcms\/[0-9a-f]{40}\.jpg" alt="" \/><\/p>\n<p><img src="\/gone\.jpg" alt="" \/><\/p>$/,
    );
    expect(stdout).toContain('/gone.jpg is missing');
    const drafts = ['article', 'recruitment'].flatMap((table) =>
      here(dataDir, `select title from ${table} where status = 0`),
    );
    expect(drafts).toHaveLength(4);
    expect(here(dataDir, 'select title from "column" where status = 0')).toEqual([{ title: '招贤纳士' }]);
  });

  test('what an extra field, a slide or a message form holds beyond the usual is kept or said', async () => {
    const dataDir = tempFolder();
    const source = changedSource(
      `update ay_content_ext set ext_color = '月白,大红', ext_price = '面议' where contentid = 9;
       update ay_extfield set type = '9' where name = 'ext_type';
       update ay_slide set pic = '' where id = 2;
       update ay_link set link = 'javascript:steal()';
       update ay_content set ico = '', pics = '' where id = 14;
       alter table ay_message add column company text;
       update ay_message set company = '某公司';
       insert into ay_form_field (fcode, name, length, required, description, sorting, create_user, update_user,
         create_time, update_time) values ('1', 'company', 20, 1, '公司', 255, '', '', '', '')`,
    );
    const { stdout, code } = await importInto(dataDir, 'pbootcms', source);
    expect(code).toBe(0);
    const [product] = here(dataDir, "select price, params from product where title = '竹节花瓶'");
    expect([product?.price, JSON.parse(String(product?.params))]).toEqual([
      null,
      { ext_price: '面议', ext_type: '单件' },
    ]);
    expect(stdout).toContain('the value "月白,大红" of its field 釉色 does not fit, so it was left out');
    expect(stdout).toContain('Slide 2 has no picture, so it was not brought in');
    expect(stdout).toContain('the url "javascript:steal()" is not a link that may be used');
    expect(stdout).toContain('Gallery "湖畔民宿餐具定制" has no picture');
    const [form] = here(dataDir, "select title, type, required from content_param where name = 'company'");
    expect(form).toEqual({ title: '公司', type: 'text', required: 1 });
    expect(JSON.parse(String(here(dataDir, 'select data from message')[0]?.data))).toEqual({ company: '某公司' });
  });

  test('a group of that name that is here already serves, and is left as it is', async () => {
    const dataDir = tempFolder();
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    const made = { sort: 0, version: 1, create_time: '', update_time: '' };
    const { id } = await database.db
      .insertInto('ad_group')
      .values({ title: 'mine', ident: 'slide-1', intro: '', ...made } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.close();
    await importInto(dataDir, 'pbootcms', changedSource('select 1'));
    expect(here(dataDir, 'select id, title from ad_group')).toEqual([{ id, title: 'mine' }]);
    expect(here(dataDir, 'select distinct group_id from ad')).toEqual([{ group_id: id }]);
  });

  test('a column that hangs on itself, a record without a column and names that are too long or taken are said', async () => {
    const dataDir = tempFolder();
    const database = await openDatabase({ dataDir, databaseUrl: undefined });
    await seed(database, readSettings({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'a long enough one' }));
    await database.close();
    const source = changedSource(
      `update ay_content_sort set pcode = scode where scode = '8';
       update ay_content_sort set filename = 'about' where scode = '1';
       update ay_content_sort set filename = 'a/b' where scode = '2';
       update ay_content set scode = '99' where id = 5;
       update ay_content set title = '${'长'.repeat(201)}' where id = 4`,
    );
    const { stdout, code } = await importInto(dataDir, 'pbootcms', source);
    expect(code).toBe(0);
    expect(stdout).toContain('Column "服务案例" stands at the top');
    expect(stdout).toContain('the URL name "about" is taken here, so it was made from the title');
    expect(stdout).toContain('the URL name "a/b" is not a valid one');
    expect(stdout).toContain('was not brought in: its column 99 is not in the source');
    expect(stdout).toContain('the title was cut from 201 to 200 characters');
    expect(stdout).toMatch(/\d+ images keep their old address: no --files folder was given\./);
    const names = here(dataDir, "select url_name from \"column\" where title in ('陶社简介', '新闻中心') order by id");
    expect(names).toEqual([{ url_name: 'tao-she-jian-jie' }, { url_name: 'xin-wen-zhong-xin' }]);
  });

  test('secure A9: numbers beyond those of a field, and fields that are called as objects’ own, come in within bounds', async () => {
    const dataDir = tempFolder();
    const source = changedSource(
      `update ay_content set sorting = 9e99, visits = 9223372036854775807 where id = 4;
       update ay_content set sorting = -9223372036854775808 where id = 5;
       update ay_content_sort set sorting = 1.5 where scode = '1';
       insert into ay_extfield (mcode, name, type, value, description, sorting) values ('2', 'constructor', '1', '', 'Made by', 1)`,
    );
    const { code, stderr } = await importInto(dataDir, 'pbootcms', source);
    expect([code, stderr]).toEqual([0, '']);
    const sorts = here(dataDir, 'select min(sort) as least, max(sort) as most, typeof(max(sort)) as type from article');
    expect(sorts).toEqual([{ least: -1_000_000_000, most: 1_000_000_000, type: 'integer' }]);
    expect(here(dataDir, `select distinct typeof(sort) as type from "column"`)).toEqual([{ type: 'integer' }]);
  });

  test('secure A9: a chain of thousands of columns ends with a sentence that names the column', async () => {
    const chain = `create temp table one as select * from ay_content_sort limit 1;
      insert into ay_content_sort (mcode, pcode, scode, name, status, sorting)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      select mcode, case i when 1 then '0' else 'c' || (i - 1) end, 'c' || i, 'Below ' || i, '1', 0 from one, n`;
    const { code, stderr } = await importInto(tempFolder(), 'pbootcms', changedSource(chain));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Column "Below 33" cannot be brought in: .*32/);
  });

  test('secure A9: a view in the place of a table is none, and what a file would have computed is not read', async () => {
    const computed = changedSource(
      'alter table ay_content_ext add column zz text generated always as (hex(zeroblob(500000000))) virtual',
    );
    expect((await importInto(tempFolder(), 'pbootcms', computed)).code).toBe(0);
    const endless = changedSource(
      `alter table ay_content rename to ay_c2; create view ay_content as
       with recursive c(x) as (select 1 union all select x + 1 from c) select a.* from ay_c2 a, c`,
    );
    const { stderr } = await importInto(tempFolder(), 'pbootcms', endless);
    expect(stderr).toMatch(/is not a PbootCMS 3 database: it has no ay_content\.id\.$/);
  });
});
