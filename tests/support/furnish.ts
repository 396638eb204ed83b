import { toIsoSeconds } from '../../contract/kinds.ts';

type Data = <T>(path: string, params?: Record<string, unknown>) => Promise<T>;

const dayMs = 86_400_000;
const after = (days: number) => toIsoSeconds(new Date(Date.now() + days * dayMs));

/**
 * Adds what an imported site does not bring: a menu, advertisements, users, settings of its own.
 * @param column where the menu leads to
 * @param picture the picture of the advertisements
 * @returns a user's id
 */
export async function furnish(data: Data, column: number, picture: string): Promise<number> {
  const make = async (path: string, params: Record<string, unknown>) => (await data<{ id: number }>(path, params)).id;
  const group_id = await make('base.base/addNavGroup', { title: '顶部菜单', ident: 'top-menu' });
  const about = await make('base.base/addNav', { title: '走进企业', group_id, col_id: column, sort: 10 });
  await make('base.base/addNav', { title: '企业动态', group_id, pid: about, url: '/news', sort: 10 });
  await make('base.base/addNav', { title: '在线商城', group_id, url: 'https://shop.example.com/', sort: 20 });
  const place = await make('base.base/addAdGroup', { title: '首页横幅', ident: 'banner', width: 1920, height: 640 });
  const ads: [string, number, number][] = [
    ['秋季新品发布', -10, 20],
    ['会员日满减', -2, 3],
    ['冬季预售', 5, 30],
  ];
  for (const [title, start, end] of ads)
    await make('base.base/addAd', {
      title,
      group_id: place,
      org_img: picture,
      url: '/product',
      start_time: after(start),
      end_time: after(end),
    });
  const service = await make('base.Config/addExtendGroup', { title: '客服', ident: 'service' });
  await make('base.Config/addExtendGroup', { title: '首页', ident: 'front', sort: 10 });
  const items: [string, string, Record<string, unknown>][] = [
    ['客服热线', 'hotline', { value: '400 800 1234', tip: '显示在每页右上角' }],
    ['服务时间', 'hours', { type: 'choice', options: '每天\n工作日', value: '工作日' }],
    ['在线客服', 'chat_on', { type: 'flag', value: '1' }],
    ['客服二维码', 'chat_code', { type: 'image', value: picture }],
    ['接口密钥', 'chat_key', { type: 'secret', value: 'not a real key' }],
  ];
  for (const [at, [zh_name, en_name, rest]] of items.entries())
    await make('base.Config/addExpendConfig', { groupId: service, zh_name, en_name, sort: at, ...rest });
  await make('base.User/userAddEdit', { username: 'zhangwei', nickname: '张伟', mobile: '13900002222' });
  await data('base.base/editColumn', { id: column, seo_title: '公司动态与公告', is_nav: 0 });
  return make('base.User/userAddEdit', { username: 'lina', nickname: '李娜', mobile: '13800001111', level: 2 });
}
