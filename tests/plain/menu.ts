interface Entry {
  id: string;
  title: string;
  path: string;
  model?: string;
  children: Entry[];
}

let ids = 0;
function entry(title: string, path: string, children: Entry[] = [], model?: string): Entry {
  ids++;
  return { id: String(ids), title, path, children, ...(model && { model }) };
}
const content = (title: string, model: string) => entry(title, '/content', [], model);

/** The screens of console.md section 2. */
const menu = [
  entry('网站', '', [
    entry('欢迎', '/home'),
    entry('栏目列表', '/columnList'),
    entry('内容列表', '/content', [
      content('文章', 'article'),
      content('产品', 'product'),
      content('图集', 'atlas'),
      content('视频', 'video'),
      content('下载', 'down'),
      content('招聘', 'recruitment'),
      content('单页', 'single'),
      content('留言', 'message'),
    ]),
    entry('导航列表', '/navList'),
    entry('广告列表', '/advertise'),
  ]),
  entry('会员', '', [
    entry('用户列表', '/user_list'),
    entry('浏览记录', '/history_list'),
    entry('收藏记录', '/collect_list'),
    entry('下载记录', '/down_list'),
    entry('用户协议', '/xieyi'),
  ]),
  entry('系统', '', [
    entry('管理员列表', '/adminList'),
    entry('管理角色', '/authGroup'),
    entry('权限规则', '/authRulesGroup'),
    entry('系统配置', '/systemConfig'),
    entry('自定义配置', '/autoConfig'),
    entry('配置扩展', '/expandConfig'),
    entry('模板配置', '/tempIndex'),
  ]),
  entry('日志', '', [
    entry('管理日志', '/operateLog'),
    entry('运行日志', '/systemLog'),
    entry('访客日志', '/visitorLog'),
  ]),
];

const all = (entries: Entry[]): Entry[] => entries.flatMap((one) => [one, ...all(one.children)]);

/** The menu below an entry, or all of it. */
export const menuBelow = (pid: string): Entry[] =>
  pid === '0' ? menu : (all(menu).find(({ id }) => id === pid)?.children ?? []);
