import { toIsoSeconds } from '../../contract/kinds.ts';
import type { Database } from '../../server/database/tables.ts';

const pages = [
  { url: '/', title: '首页', duration: 42 },
  { url: '/news/', title: '新闻中心', duration: 18 },
  { url: '/product/', title: '产品中心', duration: 95 },
  { url: '/contact/', title: '联系我们', duration: 31 },
];
const visitors = [
  { device: 'pc', os: 'Windows 11', browser: 'Chrome 141', region: '上海', referer: 'https://www.baidu.com/' },
  { device: 'mobile', os: 'Android 15', browser: 'Chrome 141', region: '广东', referer: '' },
  { device: 'mobile', os: 'iOS 18', browser: 'Safari 18', region: '浙江', referer: '' },
  { device: 'tablet', os: 'iPadOS 18', browser: 'Safari 18', region: '北京', referer: 'https://cn.bing.com/' },
];
const [dayMs, betweenMs] = [86_400_000, 4 * 60_000];

/** Visits of the 30 days until `now` that rise and fall by the week, the same each time; the last one comes last. */
export async function fillVisits({ db }: Database, now = Date.now()): Promise<void> {
  for (let ago = 29; ago >= 0; ago--) {
    const n = Math.round(24 - ago / 3 + 8 * Math.sin((2 * Math.PI * ago) / 7));
    const rows = Array.from({ length: n * 3 }, (_, at) => ({
      keyword: '',
      ip: `10.0.0.${at % n}`,
      ...pages[at % pages.length],
      ...visitors[(at % n) % visitors.length],
      create_time: toIsoSeconds(new Date(now - ago * dayMs - (n * 3 - at) * betweenMs)),
    }));
    await db
      .insertInto('visitor_log')
      .values(rows as never)
      .execute();
  }
}
