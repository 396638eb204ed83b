import { digest } from './signIn.ts';
import type { Store } from './store.ts';

/** Fills a new database with a little of everything, and with one list that is longer than a page. */
export function fillSite(store: Store, password: string): void {
  const role = store.add('role', { title: '超级管理员', rule_method: '1,2' });
  store.add('admin', { username: 'admin', password: digest(password), groupId: role });
  const content = store.add('rule', { title: '内容管理', path: '/content', pid: '0' });
  store.add('rule', { title: '新增文章', path: 'base.content/addArticle', pid: content });

  const column = (title: string, model: string) => store.add('column', { title, model });
  const news = column('新闻中心', 'article');
  store.add('column', { title: '公司新闻', model: 'article', pid: news });
  for (let n = 1; n <= 23; n++)
    store.add('article', { col_id: news, title: `第 ${n} 条新闻`, content: `<p>正文 ${n}</p>` });
  const shop = column('产品展示', 'product');
  const size = store.add('size', { title: '大号' });
  store.add('product', { col_id: shop, title: '岩茶礼盒', price: '128.00', size_ids: size });
  const picture = JSON.stringify([{ url: '/upload/tea.jpg', title: '茶园', intro: '', sort: 0 }]);
  store.add('atlas', { col_id: column('茶园图集', 'atlas'), title: '春天', images: picture });
  store.add('video', { col_id: column('视频', 'video'), title: '制茶', video_url: '/upload/tea.mp4' });
  const file = JSON.stringify([{ title: '画册', url: '/upload/tea.pdf', size: 1, ext: 'pdf', extract_code: '' }]);
  store.add('down', { col_id: column('资料下载', 'down'), title: '画册', files: file });
  store.add('recruitment', { col_id: column('招聘', 'recruitment'), title: '茶艺师', number: '2' });
  column('关于我们', 'single');
  const form = column('在线留言', 'message');
  store.add('message', { col_id: form, name: '王先生', mobile: '13800138000', content: '请寄一份样品', data: '{}' });
  const shelf = store.add('category', { cid: news, title: '行业', type: 'article' });
  store.add('category', { cid: news, title: '茶叶', type: 'article', pid: shelf });

  const menu = store.add('nav_group', { title: '主导航', ident: 'main' });
  store.add('nav', { group_id: menu, title: '首页', url: '/' });
  store.add('nav', { group_id: menu, title: '新闻', col_id: news });
  const place = store.add('ad_group', { title: '首页横幅', ident: 'banner', width: '1920', height: '600' });
  store.add('ad', { group_id: place, title: '春茶上市', org_img: '/upload/ad.jpg' });

  const user = store.add('user', { username: 'visitor', nickname: '访客', reg_time: '2026-01-02 03:04:05' });
  const seen = {
    user_id: user,
    username: 'visitor',
    model: 'article',
    col_id: news,
    content_id: '1',
    title: '第 1 条新闻',
  };
  for (const table of ['history', 'collect', 'down_record'] as const) store.add(table, seen);
  store.add('operation_log', {
    admin_id: '1',
    username: 'admin',
    title: '登录',
    path: 'auth.auth/login',
    code: '1',
    ip: '127.0.0.1',
  });
  store.add('run_log', { level: 'info', event: 'start', message: '服务已启动' });
  store.add('visitor_log', { ip: '127.0.0.1', url: '/', title: '首页', device: 'pc', duration: '12' });

  const site = store.add('config_group', { title: '站点', ident: 'site' });
  const item = (en_name: string, zh_name: string, value: string) =>
    store.add('config_item', { groupId: site, en_name, zh_name, value });
  item('web_title', '网站标题', '一个现成的网站');
  item('web_logo', '网站标志', '');
  item('agreement_title', '用户协议标题', '用户协议');
  item('agreement_content', '用户协议内容', '<p>使用本站即表示同意。</p>');
  store.add('template', {
    title: '默认首页',
    ident: 'home',
    type: 'home',
    device: 'pc',
    path: 'index.html',
    is_use: '1',
  });
}
