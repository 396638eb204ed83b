import { category } from '../../contract/entities/category.ts';
import { column } from '../../contract/entities/column.ts';
import { contentParam } from '../../contract/entities/contentParam.ts';
import { nav } from '../../contract/entities/nav.ts';
import { navGroup } from '../../contract/entities/navGroup.ts';
import { product } from '../../contract/entities/product.ts';
import { recruitment } from '../../contract/entities/recruitment.ts';
import { size } from '../../contract/entities/size.ts';
import type { UnitOfWork } from '../engine/callContext.ts';
import * as lifecycle from '../engine/lifecycle.ts';

const weights = ['50 克', '125 克', '250 克'];

interface Tea {
  title: string;
  subtitle: string;
  kind: string;
  sn: string;
  /** For each weight, in yuan. */
  prices: [number, number, number];
  stock: number;
  sales: number;
  params: Record<string, unknown>;
  content: string;
}

const teas: Tea[] = [
  {
    title: '东坡炒青',
    subtitle: '清明前后，鸠坑群体种',
    kind: '绿茶',
    sn: 'QW-LC-01',
    prices: [38, 88, 168],
    stock: 240,
    sales: 812,
    params: { garden: '东坡', altitude: 350, season: '清明前', taste: ['栗香', '鲜爽'] },
    content:
      '<p>青坞卖得最多的一款茶。铁锅手工杀青，揉得紧，所以一撮看上去不多，泡开却满杯都是叶子。</p><p>水温八十五度，一克茶配五十毫升水，头泡一分钟就可以喝。第三泡以后把时间放长一倍。</p>',
  },
  {
    title: '石门毛峰',
    subtitle: '一芽一叶，只采四天',
    kind: '绿茶',
    sn: 'QW-LC-02',
    prices: [68, 158, 298],
    stock: 60,
    sales: 245,
    params: { garden: '石门', altitude: 490, season: '清明前', taste: ['兰花香', '鲜爽'] },
    content:
      '<p>石门夹在两片山林之间，午后晒不到太阳，鲜叶颜色偏浅，做成毛峰满身白毫。</p><p>每年只在芽叶长到一芽一叶时采四天，做完就等明年。喝它请用玻璃杯，先水后茶，看叶子一片片沉下去。</p>',
  },
  {
    title: '云脚红茶',
    subtitle: '高山老丛，松木慢焙',
    kind: '红茶',
    sn: 'QW-HC-01',
    prices: [45, 105, 198],
    stock: 180,
    sales: 530,
    params: { garden: '云脚', altitude: 680, season: '立夏', taste: ['蜜香', '醇厚'] },
    content:
      '<p>云脚的老丛长得慢，叶片厚，做红茶经得起发酵。焙火用松木炭，火苗压得很低，一锅要守六个小时。</p><p>沸水冲，十秒出汤，能喝七八泡。加牛奶也不会失了茶味。</p>',
  },
  {
    title: '石门白牡丹',
    subtitle: '只晒不炒，存三年更好',
    kind: '白茶',
    sn: 'QW-BC-01',
    prices: [52, 120, 228],
    stock: 0,
    sales: 96,
    params: { garden: '石门', altitude: 490, season: '谷雨', taste: ['毫香'] },
    content:
      '<p>福鼎大白的一芽两叶，摊在竹匾上晒两天两夜，中间只翻一次，不炒也不揉。</p><p>新茶清甜，放到第三年汤色转黄，多一层枣香。请连同内袋放在干燥避光的地方，不用进冰箱。</p>',
  },
];

const garden = { title: '产区', name: 'garden', type: 'choice', options: '东坡\n石门\n云脚', required: 1, sort: 1 };
const teaParams = [
  garden,
  { title: '海拔（米）', name: 'altitude', type: 'number', sort: 2 },
  { title: '采摘季节', name: 'season', type: 'text', sort: 3 },
  { title: '风味', name: 'taste', type: 'choices', options: '栗香\n兰花香\n蜜香\n毫香\n鲜爽\n醇厚', sort: 4 },
];

const jobs = [
  {
    title: '炒青师傅',
    department: '初制厂',
    experience: '三年以上',
    education: '不限',
    job_type: '全职',
    salary_min: '8000.00',
    salary_max: '12000.00',
    number: 2,
    content:
      '<p>负责春茶季的杀青与揉捻，带一名学徒。能看叶子的颜色调火，愿意把每一锅的记录写清楚。</p><p>茶季包食宿，茶季之外每周休息两天。</p>',
  },
  {
    title: '采茶工（短期）',
    department: '茶园',
    experience: '不限',
    education: '不限',
    job_type: '短期',
    salary_min: '180.00',
    salary_max: '260.00',
    number: 30,
    content: '<p>三月下旬到五月上旬，按鲜叶斤两计酬，每天结清。提供宿舍、三餐和雨具，村口有车接。</p>',
  },
];

const jobsShare = { address: '青坞村', contact: '茶厂办公室', phone: '0500-0000-123' };
/** The sample products and jobs are published, because new records would be drafts. */
const published = { author: '青坞编辑部', status: 1 };

export async function sampleShop(context: UnitOfWork): Promise<void> {
  const add = async (...[entity, draft]: [Parameters<typeof lifecycle.create>[1], Record<string, unknown>]) =>
    (await lifecycle.create(context, entity, draft)).id;
  const shop = await add(column, { title: '青坞的茶', url_name: 'tea', model: 'product', sort: 1 });
  const sizes: number[] = [];
  for (const [sort, title] of weights.entries()) sizes.push(await add(size, { title, sort }));
  for (const param of teaParams) await add(contentParam, { ...param, cid: shop });
  const kinds = new Map<string, number>();
  for (const title of new Set(teas.map(({ kind }) => kind)))
    kinds.set(title, await add(category, { title, cid: shop, type: 'product' }));
  for (const { kind, prices, stock, ...tea } of teas.toReversed()) {
    const skus = prices.map((price, at) => ({
      size_id: sizes[at],
      sku: `${tea.sn}-${at + 1}`,
      price: price.toFixed(2),
      stock: Math.round(stock / prices.length),
    }));
    const price = prices[0].toFixed(2);
    await add(product, {
      ...tea,
      col_id: shop,
      category_id: kinds.get(kind),
      price,
      stock,
      skus,
      size_ids: sizes,
      unit: '袋',
      ...published,
    });
  }
  const work = await add(column, { title: '来青坞做事', url_name: 'jobs', model: 'recruitment', sort: 2 });
  for (const job of jobs) await add(recruitment, { ...job, ...jobsShare, ...published, col_id: work });
  const board = await add(column, { title: '在线留言', url_name: 'message', model: 'message', sort: 3 });
  await add(contentParam, { title: '想了解', name: 'topic', type: 'choice', options: '买茶\n参观\n合作', cid: board });
  await sampleNavigation(context);
}

async function sampleNavigation(context: UnitOfWork): Promise<void> {
  const { id: group_id } = await lifecycle.create(context, navGroup, { title: '顶部导航', ident: 'head' });
  const columns = await lifecycle.readAll(context, column);
  const tops = columns.filter(({ pid }) => pid === null);
  for (const [sort, { id, title }] of tops.entries())
    await lifecycle.create(context, nav, { title, group_id, col_id: id, sort: sort + 1 });
}
