import { expect, test } from 'vitest';
import { cpuTimeOf } from '../support/cpuTime.ts';
import { useFarSite } from '../support/farSite.ts';
import { contentRules, describeTestedDatabases, type Refused } from '../support/server.ts';
import { upload } from '../support/uploads.ts';

const site = useFarSite();
type Found = { rule: string; field: string; msg: string; found: string[] }[];

describeTestedDatabases(
  'The check before publishing',
  (server) => {
    const entity = 'article';
    const check = (fields: Record<string, unknown>, options = {}) =>
      server.call<Found>('base.Check/content', { entity: 'article', fields: JSON.stringify(fields) }, options);
    const rulesOf = async (fields: Record<string, unknown>) =>
      (await check({ org_img: '/upload/a.png', description: 'd', title: 't', ...fields })).body.data.map(
        ({ rule, field }) => `${rule} ${field}`,
      );

    test('names what is missing or risky, each at its field', async () => {
      expect(await rulesOf({})).toEqual([]);
      expect(await rulesOf({ org_img: '', description: ' ' })).toEqual(['cover org_img', 'description description']);
      expect(await rulesOf({ title: '茶'.repeat(31) })).toEqual(['title title']);
      expect(await rulesOf({ title: '茶'.repeat(31), seo_title: 'short' })).toEqual([]);
      expect(await rulesOf({ content: '<p><img src="/upload/a.png" alt=" "><img alt="茶园" src=b></p>' })).toEqual([
        'alt content',
      ]);
      expect(await rulesOf({ subtitle: '全国第一', content: '<p>销量<b>领先</b>，最佳口感</p>' })).toEqual([
        'words subtitle',
        'words content',
      ]);
      expect(await rulesOf({ content: '<p>电话 13812345678，单号 138123456789</p>' })).toEqual(['phone content']);
      const { body } = await check({ org_img: 'x', description: 'd', title: '全国第一', content: '最佳 13812345678' });
      expect(body.data.map(({ field, found }) => [field, found])).toEqual([
        ['title', ['全国第一']],
        ['content', ['最佳']],
        ['content', ['13812345678']],
      ]);
      // Formats and what is not shown do not hide a word.
      expect(await rulesOf({ content: '<p>我们的<b>最</b>佳，138<i>0013</i>8\u200b000</p>' })).toEqual([
        'words content',
        'phone content',
      ]);
      expect(await rulesOf({ content: '<ul><li>茶最</li><li>佳人</li></ul>' })).toEqual([]);
      expect(await rulesOf({ content: '11010519491231002X 110105194912310021' })).toEqual(['id content']);
      expect(await rulesOf({ expire_time: '2020-01-01T00:00:00Z' })).toEqual(['expired expire_time']);
      expect(await rulesOf({ expire_time: '2090-01-01T00:00:00Z' })).toEqual([]);
    });

    test('says it in the caller’s language, and shows no number whole', async () => {
      const { body } = await check({ content: '13812345678' }, { headers: { 'accept-language': 'en' } });
      expect(body.data.map(({ msg }) => msg)).toContain('Contains mobile numbers: 138****5678');
    });

    test('reads a body with thousands of unclosed tags in a moment, and what follows the last tag', async () => {
      const cost = await cpuTimeOf(async () => {
        for (const tag of ['<', '<img ', '<a ']) expect(await rulesOf({ content: tag.repeat(60_000) })).toEqual([]);
        await server.call('base.Check/links', { entity, fields: JSON.stringify({ content: '<a '.repeat(60_000) }) });
      });
      expect(cost).toBeLessThan(8000);
      expect(await rulesOf({ content: '<p>a</p> 13812345678 < 最佳' })).toEqual(['words content', 'phone content']);
    });

    test('answers for a body with as many links to uploads as it can hold', async () => {
      const content = Array.from({ length: 18_000 }, (_, at) => `<a href=/upload/${at}>`).join('');
      const { body } = await server.call<Found>('base.Check/links', { entity, fields: JSON.stringify({ content }) });
      expect(body).toMatchObject({ code: 1 });
      expect(body.data).toHaveLength(1000);
    });

    test('asks after links and pictures through the guarded way, once in a while', async () => {
      site.serve('/there', 'ok', 'text/html');
      site.on('/closed', (_request, response) => response.writeHead(403).end());
      site.on('/moved', (_request, response) => response.writeHead(302, { location: '/there' }).end());
      const link = (url: string) => `<a href="${url}">x</a>`;
      const dead = [site.url('/gone'), 'http://192.168.1.1/', 'http://[::1]/', '/upload/none.png'];
      const fine = [
        site.url('/there'),
        site.url('/closed'),
        site.url('/moved'),
        'mailto:a@example.com',
        '#top',
        '/about',
      ];
      const links = { entity: 'article', fields: JSON.stringify({ content: [...dead, ...fine].map(link).join('') }) };
      const { body } = await server.call<Found>('base.Check/links', links);
      expect(body.data.map(({ msg }) => msg)).toEqual(dead.map((url) => `无法打开：${url}`));
      const asked = site.asked.length;
      await server.call('base.Check/links', links);
      expect(site.asked.length).toBe(asked);
      // So long an address is asked for each time: what is remembered has a bound.
      const long = { ...links, fields: JSON.stringify({ content: link(site.url(`/there?${'a'.repeat(3000)}`)) }) };
      for (let n = 0; n < 2; n++) await server.call('base.Check/links', long);
      expect(site.asked.length).toBe(asked + 2);
    });

    test('finds an upload whatever follows its path, refuses what is no text, and asks for a while only', async () => {
      const { url } = await upload(server, 'base.upload/documentUpload', Buffer.from('%PDF-1.4\n%%EOF'), 'a.pdf');
      const links = (content: string) =>
        server.call<Found>('base.Check/links', { entity, fields: JSON.stringify({ content }) });
      const { body } = await links(
        `<a href="${url}?v=1">a</a><a href="${url}#top">b</a><a href="/upload/none.png?v=1">`,
      );
      expect(body.data.map(({ msg }) => msg)).toEqual(['无法打开：/upload/none.png?v=1']);
      expect((await check({ title: ['t'] })).body.data).toMatchObject({ errors: { title: expect.any(String) } });
      let refused = 0;
      for (let n = 0; n < 40; n++) if ((await links('')).status === 429) refused++;
      expect(refused).toBeGreaterThan(0);
    });

    test('takes no part of a longer word for a claim where the configuration names that word', async () => {
      expect(await rulesOf({ content: '打开首选项，设置唯一标识' })).toEqual([]);
      expect(await rulesOf({ content: '打开首选项，是您的首选' })).toEqual(['words content']);
    });

    test('blocks nothing until the configuration says so, and then by whatever way a record is published', async () => {
      const { id: col_id } = await server.data('base.base/addColumn', { title: 'check', model: 'article' });
      const add = (more: object) =>
        server.call<{ id: number } & Refused>('base.content/addArticle', { title: 'Check', col_id, ...more } as never);
      expect((await add({ status: 1 })).body.code).toBe(1);
      const draft = (await add({ status: 0 })).body.data.id;
      await server.data('base.Config/saveConfig', { check_block: 'cover,words' });
      try {
        const { body } = await add({ status: 1, subtitle: '最佳' });
        expect(Object.keys(body.data.errors).sort()).toEqual(['org_img', 'subtitle']);
        expect((await add({ status: 0 })).body.code).toBe(1);
        const edit = { id: draft, status: 1 };
        expect((await server.call<Refused>('base.content/editArticle', edit)).body.data.errors).toHaveProperty(
          'org_img',
        );
        const bulk = { entity: 'article', ids: [draft], fields: JSON.stringify({ status: 1 }) };
        const { data } = (await server.call<{ done: number; failed: { errors: object }[] }>('base.Bulk/edit', bulk))
          .body;
        expect([data.done, data.failed[0]?.errors]).toEqual([0, { org_img: '没有封面图' }]);
        expect((await server.call('base.content/editArticle', { ...edit, org_img: '/upload/a.png' })).body.code).toBe(
          1,
        );
      } finally {
        await server.data('base.Config/saveConfig', { check_block: '' });
      }
    });

    test('is for those who may add or edit such records', async () => {
      const tokenOf = async (...rules: string[]) => (await server.makeAdmin(await server.makeRole(rules))).token;
      expect((await check({}, { token: await tokenOf(...contentRules, 'base.content/editProduct') })).status).toBe(403);
      expect((await check({}, { token: await tokenOf('base.content/editArticle') })).body.code).toBe(1);
      expect((await check({}, { token: '' })).status).toBe(401);
      expect((await server.call<Refused>('base.Check/content', { entity: 'admin' })).body.data.errors).toHaveProperty(
        'entity',
      );
    });
  },
  { outside: site.outside },
);
