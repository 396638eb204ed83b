const made = (id: number, title: string, type: string, model: string, rest: object = {}) => ({
  id,
  title,
  type,
  model,
  device: 'pc',
  ident: `plain-${id}`,
  path: `plain/page-${id}.html`,
  thumb: `/templates/plain/${id}.png`,
  is_use: 0,
  found: 1,
  sort: 0,
  version: 1,
  ...rest,
});

/** Templates that the imported site has none of. */
export const templates = [
  made(1, '企业首页', 'home', '', { is_use: 1 }),
  made(2, '企业首页（手机）', 'home', '', { device: 'mobile', is_use: 1 }),
  made(3, '标题列表', 'list', 'article', { is_use: 1 }),
  made(4, '卡片列表', 'list', 'article'),
  made(5, '时间线列表，左侧有栏目导航', 'list', 'article', { found: 0, thumb: '' }),
  made(6, '文章详情', 'detail', 'article', { is_use: 1 }),
  made(7, '产品橱窗', 'list', 'product', { is_use: 1 }),
  made(8, '单页', 'single', 'single', { is_use: 1, thumb: '' }),
];

const hues = [210, 160, 30, 260, 340, 190, 90, 0];

/** A page as a thumbnail shows it, drawn: each another. */
export function pageOf(url: string): string {
  const n = Number(/(\d+)\.png$/.exec(url)?.[1] ?? 1);
  const blocks = Array.from({ length: 3 + (n % 3) }, (_, at) => {
    const width = 280 / (3 + (n % 3));
    return `<rect x="${20 + at * width}" y="96" width="${width - 8}" height="70" rx="4" fill="#e3e8ef"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" fill="#fff"/>
<rect width="320" height="24" fill="hsl(${hues[n % 8]} 45% 35%)"/>
<rect x="20" y="36" width="272" height="48" rx="4" fill="hsl(${hues[n % 8]} 45% 85%)"/>${blocks.join('')}</svg>`;
}
