import { expect, onTestFinished, test } from 'vitest';
import { recordVisit } from '../../server/site/siteVisits.ts';
import { describeTestedDatabases } from '../support/server.ts';

const agents = {
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  wechat:
    'Mozilla/5.0 (Linux; Android 13; V2148A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/111.0.5563.116 Mobile Safari/537.36 MicroMessenger/8.0.42',
  baidu: 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  sogou: 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
  bytes:
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider)',
  curl: 'curl/8.5.0',
};

describeTestedDatabases('A visit', (server) => {
  const record = async (params: Record<string, unknown>, headers: Record<string, string> = {}) =>
    (
      await server.data(
        'site.visit/record',
        { url: '/', ...params },
        { token: '', headers: { 'user-agent': agents.windows, ...headers } },
      )
    ).id;
  const rowOf = (id: number) =>
    server.database.db.selectFrom('visitor_log').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('is kept with who, where from and with what', async () => {
    const referer = 'https://www.baidu.com/s?ie=utf-8&wd=%E5%BB%BA%E7%AB%99';
    const id = await record({ url: '/news?a=1', title: '新闻', referer }, { 'x-forwarded-for': '203.0.113.7' });
    expect(await rowOf(id)).toMatchObject({
      url: '/news?a=1',
      title: '新闻',
      referer,
      keyword: '建站',
      ip: '203.0.113.7',
      duration: 0,
      os: expect.stringContaining('Windows'),
      browser: 'Chrome 126',
      device: 'pc',
    });
    const { data } = await server.data<{ data: { id: number }[] }>('base.base/getVisitorLog', { searchKey: '建站' });
    expect(data.map((row) => row.id)).toContain(id);
  });

  test.each([
    ['iphone', 'mobile'],
    ['ipad', 'tablet'],
    ['wechat', 'mobile'],
    ['baidu', 'spider'],
    ['google', 'spider'],
    ['sogou', 'spider'],
    ['bytes', 'spider'],
    ['curl', 'spider'],
  ] as const)('by %s is one of a %s', async (agent, device) => {
    expect(await rowOf(await record({}, { 'user-agent': agents[agent] }))).toMatchObject({ device });
  });

  test.each([
    ['https://www.google.com/search?q=cms', 'cms'],
    ['https://www.so.com/s?q=a%20b', 'a b'],
    ['https://example.org/?q=not+a+search+engine', ''],
    ['https://evilbaidu.com.example/?wd=x', ''],
    ['', ''],
  ])('that came from "%s" has the keyword "%s"', async (referer, keyword) => {
    expect(await rowOf(await record({ referer }))).toMatchObject({ keyword });
  });

  test('with texts that are too long is cut, and with a link that may not be used refused', async () => {
    const id = await record({ url: `/${'长'.repeat(1000)}`, title: 'x'.repeat(400) });
    const { url, title } = await rowOf(id);
    // A URL of a browser is ASCII: here each character is three bytes of 500.
    expect([url, title.length]).toEqual([`/${'长'.repeat(166)}`, 200]);
    const { body } = await server.call('site.visit/record', { url: 'javascript:alert(1)' }, { token: '' });
    expect(body).toMatchObject({ code: 0, data: { errors: { url: expect.any(String) } } });
  });

  test('secure A9: with a NUL in the words that led there is kept without it, beside those of the same moment', async () => {
    const from = (words: string) => record({ referer: `https://www.baidu.com/s?wd=${words}` });
    const ids = await Promise.all([from('one'), from('%00two'), from('three')]);
    const kept = await Promise.all(ids.map(rowOf));
    expect(kept.map(({ keyword }) => keyword)).toEqual(['one', 'two', 'three']);
  });

  test('secure A9: with a user agent that is longer than any browser’s is read in part', async () => {
    const id = await record({}, { 'user-agent': `${'x'.repeat(500)} ${agents.windows}` });
    expect(await rowOf(id)).toMatchObject({ os: '', browser: '' });
  });

  test('has its duration from the address that made it, and no longer than it can have been', async () => {
    const peer = { 'x-forwarded-for': '203.0.113.8' };
    const id = await record({}, peer);
    const leave = (duration: number, headers: Record<string, string>) =>
      server.data('site.visit/leave', { id, duration }, { token: '', headers });
    await leave(9, { 'x-forwarded-for': '203.0.113.9' });
    expect(await rowOf(id)).toMatchObject({ duration: 0 });
    await leave(86_400, peer);
    expect(Number((await rowOf(id)).duration)).toBeLessThan(60);
    const before = new Date(Date.now() - 600_000).toISOString().replace(/\.\d+/, '');
    await server.database.db.updateTable('visitor_log').set({ create_time: before }).where('id', '=', id).execute();
    await leave(300, peer);
    expect(await rowOf(id)).toMatchObject({ duration: 300 });
    await leave(20, peer);
    expect(await rowOf(id)).toMatchObject({ duration: 300 });
  });

  test('secure A9: of many at the same moment is a row each, a hundred of them in a transaction', async () => {
    const { database } = server;
    const { transaction } = database;
    let transactions = 0;
    database.transaction = (task) => {
      transactions++;
      return transaction(task);
    };
    onTestFinished(() => {
      database.transaction = transaction;
    });
    const visit = (n: number) => recordVisit(database, { url: `/page/${n}`, ip: '127.0.0.1', userAgent: '' });
    const ids = await Promise.all(Array.from({ length: 210 }, (_, n) => visit(n)));
    expect(transactions).toBe(4); // the first alone, as nothing was under way
    expect(new Set(ids).size).toBe(210);
    const rows = await Promise.all(ids.map(rowOf));
    expect(rows.map(({ url }) => url)).toEqual(ids.map((_, n) => `/page/${n}`));
  });

  test('counts on the home screen, where it is no spider', async () => {
    const today = async () =>
      (await server.data<{ visits: { pv: number }[] }>('base.Data/welcomeDate')).visits.at(-1)?.pv ?? 0;
    const before = await today();
    await record({});
    await record({}, { 'user-agent': agents.baidu });
    expect(await today()).toBe(before + 1);
  });
});
