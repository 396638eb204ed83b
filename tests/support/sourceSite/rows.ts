import { introduction, pages } from './texts.ts';

type Value = string | number;
type Rows = Record<string, Value>[];

const made = { acode: 'cn', create_user: 'admin', update_user: 'admin' };
const changed = (create_time: string, update_time = create_time) => ({ ...made, create_time, update_time });
const image = (name: string) => `/static/upload/image/20180412/${name}`;
/** A cover that several records share. */
const shared = image('1523499864406172.jpg');

const column = (scode: number, parent: number, mcode: number, name: string, filename: string, subname: string) => {
  const [listtpl, contenttpl] = templates[mcode] ?? [];
  return {
    ...changed(`2018-04-11 17:${20 + scode}:11`),
    scode: `${scode}`,
    pcode: `${parent}`,
    mcode: `${mcode}`,
    name,
    filename,
    subname,
    listtpl: listtpl ?? '',
    contenttpl: contenttpl ?? '',
    status: '1',
    sorting: 255,
    gtype: '4',
  };
};
const templates: Record<number, [list: string, content: string]> = {
  1: ['', 'about.html'],
  2: ['newslist.html', 'news.html'],
  3: ['productlist.html', 'product.html'],
  4: ['caselist.html', 'case.html'],
  5: ['joblist.html', 'job.html'],
};

const model = (mcode: number, name: string, urlname: string) => {
  const [listtpl = '', contenttpl = ''] = templates[mcode] ?? [];
  const kind = { mcode: `${mcode}`, name, urlname, type: mcode === 1 ? '1' : '2' };
  return { ...changed('2018-04-11 17:16:01'), ...kind, listtpl, contenttpl, status: '1', issystem: '0' };
};

const record = (scode: number, title: string, content: string, date: string, more: Record<string, Value> = {}) => ({
  ...changed(date.replace(/^(.{10}) .*$/, '$1 11:00:00'), '2019-08-05 11:19:51'),
  scode: `${scode}`,
  title,
  content,
  date,
  titlecolor: '#333333',
  author: 'admin',
  source: '本站',
  status: '1',
  istop: '0',
  isrecommend: '0',
  isheadline: '0',
  sorting: 255,
  visits: 3 + title.length,
  gtype: '4',
  ...more,
});

const product = (title: string, ico: string, minute: number, scode: number) =>
  record(scode, title, introduction, `2018-04-12 10:${minute}:20`, { ico });

/**
 * A site of our own writing: columns in a two-level tree, records of five models, extra fields, slides, a link whose
 * picture is missing, a form and a message. By table, in the order of their ids.
 */
export const rows: Record<string, Rows> = {
  ay_area: [{ ...changed('2018-04-11 17:00:00'), pcode: '0', name: '中文', is_default: '1' }],
  ay_site: [
    {
      acode: 'cn',
      title: '青禾陶社',
      subtitle: '一座柴窑和它的院子',
      domain: 'www.qinghe.example',
      logo: '/static/images/logo.png',
      keywords: '陶瓷,柴窑,茶器',
      icp: '某ICP备00000000号',
      theme: 'default',
      description: '青禾陶社是山脚下的一座柴窑工坊，做日常用得上的茶器与花器。',
      copyright: 'Copyright © 青禾陶社',
    },
  ],
  ay_company: [
    {
      acode: 'cn',
      name: '某县青禾陶社有限公司',
      address: '某县溪口村 8 号',
      postcode: '000000',
      contact: '陶先生',
      mobile: '13000000000',
      phone: '0000-12345678',
      fax: '0000-12345679',
      email: 'kiln@qinghe.example',
      qq: '10000000',
      weixin: '/static/upload/image/20180715/1531651052464521.png',
      blicense: '000000000000000000',
    },
  ],
  ay_model: [
    model(1, '专题', 'pages'),
    model(2, '新闻', 'news'),
    model(3, '产品', 'products'),
    model(4, '案例', 'cases'),
    model(5, '招聘', 'jobs'),
  ],
  ay_content_sort: [
    column(1, 0, 1, '陶社简介', 'aboutus', '一座柴窑和它的院子'),
    column(2, 0, 2, '新闻中心', 'article', '窑口的消息'),
    column(3, 2, 2, '工坊动态', 'workshop', '窑口的消息'),
    column(4, 2, 2, '行业观察', 'industry', '别处的消息'),
    column(5, 0, 3, '产品中心', 'product', '日常用得上的器物'),
    column(6, 5, 3, '茶器', 'teaware', '壶、盖碗与茶仓'),
    column(7, 5, 3, '花器', 'vases', '瓶与盆'),
    column(8, 0, 4, '服务案例', 'case', '给民宿和面馆做的'),
    column(9, 0, 5, '招贤纳士', 'job', '院子里还缺人'),
    { ...column(10, 0, 1, '在线留言', 'gbook', '有话对我们说'), contenttpl: 'message.html' },
    column(11, 0, 1, '联系我们', 'contact', '怎么找到窑口'),
  ],
  ay_content: [
    record(1, '陶社简介', introduction, '2018-04-11 17:26:11'),
    record(10, '在线留言', '', '2018-04-11 17:30:36'),
    record(11, '联系我们', pages.contact, '2018-04-11 17:31:29'),
    record(3, '柴窑一号正式点火', introduction, '2018-04-12 20:30:00', { ico: shared, istop: '1', tags: '柴窑,开窑' }),
    record(4, '龙窑为什么能烧一千年', pages.opening, '2018-04-12 09:52:36'),
    record(4, '一只碗走出作坊之后', pages.bowl, '2018-04-12 10:06:22', { ico: shared }),
    record(4, '窑口的博物馆开始卖杯子了', pages.museum, '2018-04-12 10:08:50', { ico: shared }),
    record(3, '工坊开放日怎么走', pages.openDay, '2018-04-12 10:10:18', { ico: shared }),
    product('竹节花瓶', image('1523499435499884.png'), 11, 7),
    product('白瓷盖碗', image('1523499813391526.jpg'), 23, 6),
    product('青釉茶壶', image('1523501297516241.jpg'), 24, 6),
    product('柴烧茶仓', shared, 25, 6),
    product('粗陶花盆', image('1523499979727269.jpg'), 26, 7),
    record(8, '湖畔民宿餐具定制', introduction, '2018-04-12 10:26:28', {
      ico: image('1523500443228678.png'),
      pics: image('1523500443228678.png'),
      picstitle: '窗边的四人餐具',
    }),
    record(9, '拉坯师傅', pages.thrower, '2018-04-12 10:34:24'),
    record(9, '网店运营', pages.shop, '2018-04-12 10:37:31'),
    record(9, '窑炉工程师', pages.engineer, '2018-04-12 10:38:09'),
  ],
  ay_extfield: [
    { mcode: '3', name: 'ext_price', type: '1', description: '产品价格', sorting: 255 },
    { mcode: '3', name: 'ext_type', type: '4', value: '单件,成套,礼盒', description: '类型', sorting: 255 },
    {
      mcode: '3',
      name: 'ext_color',
      type: '4',
      value: '月白,天青,梅子青,茶叶末,黑釉',
      description: '釉色',
      sorting: 255,
    },
  ],
  ay_content_ext: [
    { contentid: 9, ext_price: '80', ext_type: '单件', ext_color: '月白,黑釉' },
    { contentid: 10, ext_price: '999', ext_type: '成套', ext_color: '月白' },
    { contentid: 11, ext_price: '1999', ext_type: '礼盒', ext_color: '天青,梅子青' },
    { contentid: 12, ext_price: '2999', ext_type: '单件', ext_color: '茶叶末' },
    { contentid: 13, ext_price: '150', ext_type: '单件', ext_color: '黑釉' },
  ],
  ay_slide: ['春天的第一窑已经出窑', '新的茶仓可以预订了'].map((subtitle, index) => ({
    ...changed(`2018-04-12 10:4${index}:19`),
    gid: 1,
    pic: image(['1523500997605565.jpg', '1523501147676550.jpg'][index] ?? ''),
    title: '青禾陶社',
    link: 'http://www.qinghe.example',
    subtitle,
    sorting: 255,
  })),
  // Its picture is missing: a real export is never complete.
  ay_link: [
    {
      ...changed('2018-04-12 10:53:06'),
      gid: 1,
      name: '县陶瓷协会',
      link: 'https://association.example',
      logo: image('1523501605180536.png'),
      sorting: 255,
    },
  ],
  ay_message: [
    {
      ...changed('2018-04-12 10:56:09', '2018-04-12 10:56:42'),
      contacts: '阿青',
      mobile: '13000000001',
      content: '盖碗可以刻名字吗？',
      user_ip: '2130706433',
      user_os: 'Windows 10',
      user_bs: 'Firefox',
      recontent: '可以，下单时写在备注里。',
      status: '1',
    },
  ],
  ay_form: [
    { ...changed('2018-04-11 17:31:29'), fcode: '1', form_name: '在线留言', table_name: 'ay_message' },
    { ...changed('2018-11-30 15:17:40'), fcode: '2', form_name: '预约参观', table_name: 'ay_diy_telephone' },
  ],
  ay_form_field: [
    ...[
      ['contacts', '联系人', 10],
      ['mobile', '手机', 12],
      ['content', '内容', 500],
    ].map(([name = '', description = '', length = 0]) => ({
      ...changed('2018-07-14 18:24:02'),
      fcode: '1',
      name,
      description,
      length,
      required: '1',
      sorting: 255,
    })),
    { ...changed('2018-11-30 15:18:00'), fcode: '2', name: 'tel', description: '电话', length: 20, required: '1' },
  ],
  ay_config: ['open_wap', 'message_check_code', 'watermark_open'].map((name) => ({ name, value: '0', type: '1' })),
  ay_user: [{ ...changed('2018-04-11 17:00:00'), ucode: '10001', username: 'admin', status: '1' }],
  ay_role: ['系统管理员', '编辑'].map((name, index) => ({
    ...changed('2018-04-11 17:00:00'),
    rcode: `R10${index}`,
    name,
  })),
};
