import { type Proof, testsIn } from './proof.ts';

interface Path {
  path: string;
  title: string;
  /** The title in Chinese, the product's first language. */
  zh: string;
}

/** The screens of section 2 of `console.md`. */
export const paths: readonly Path[] = [
  { path: '/home', title: 'welcome', zh: '欢迎' },
  { path: '/user_list', title: 'user list', zh: '用户列表' },
  { path: '/history_list', title: 'browsing history', zh: '浏览记录' },
  { path: '/collect_list', title: 'collection records', zh: '收藏记录' },
  { path: '/down_list', title: 'download history', zh: '下载记录' },
  { path: '/columnList', title: 'column list', zh: '栏目列表' },
  { path: '/content', title: 'content list', zh: '内容列表' },
  { path: '/navList', title: 'navigation list', zh: '导航列表' },
  { path: '/advertise', title: 'advertisement list', zh: '广告列表' },
  { path: '/adminList', title: 'admin list', zh: '管理员列表' },
  { path: '/authGroup', title: 'admin roles', zh: '管理员角色' },
  { path: '/authRulesGroup', title: 'permission rules', zh: '权限规则' },
  { path: '/systemConfig', title: 'system config', zh: '系统配置' },
  { path: '/autoConfig', title: 'custom config', zh: '自定义配置' },
  { path: '/expandConfig', title: 'config extension', zh: '配置扩展' },
  { path: '/tempIndex', title: 'template config', zh: '模板配置' },
  { path: '/operateLog', title: 'admin log', zh: '管理员日志' },
  { path: '/systemLog', title: 'run log', zh: '运行日志' },
  { path: '/visitorLog', title: 'visitor log', zh: '访客日志' },
  { path: '/xieyi', title: 'user agreement', zh: '用户协议' },
  { path: '/404-In', title: '404', zh: '404' },
];

export interface SpecifiedEntity {
  title: string;
  /** Its name in the contract. If it has one, the standard tests prove the entity. */
  name?: string;
  /**
   * The fields that the specification names beside the id; undefined if it mentions the entity only through its calls.
   */
  fields?: string;
  /** Tests that compare these fields with what a call answers, if the standard tests of entities do not. */
  proofs?: readonly Proof[];
}

/** The entities of section 3 of `console.md`. */
export const entities: readonly SpecifiedEntity[] = [
  { title: 'Column', name: 'column', fields: 'title model' },
  { title: 'Article', name: 'article', fields: 'col_id' },
  { title: 'Product', name: 'product', fields: 'col_id' },
  { title: 'Atlas', name: 'atlas', fields: 'col_id' },
  { title: 'Video', name: 'video', fields: 'col_id' },
  { title: 'Down', name: 'down', fields: 'col_id' },
  { title: 'Recruitment', name: 'recruitment', fields: 'col_id' },
  { title: 'Single', name: 'single' },
  { title: 'Message', name: 'message' },
  { title: 'Category', name: 'category', fields: 'org_img cid title pid sid sort type' },
  { title: 'Size', name: 'size', fields: 'title sort' },
  { title: 'Content parameter', name: 'content_param', fields: 'cid sid' },
  { title: 'Navigation', name: 'nav' },
  { title: 'Navigation group', name: 'nav_group' },
  { title: 'Ad', name: 'ad' },
  { title: 'Ad group', name: 'ad_group' },
  { title: 'User', name: 'user' },
  { title: 'Browsing history', name: 'history' },
  { title: 'Collection record', name: 'collect' },
  { title: 'Download record', name: 'down_record' },
  { title: 'Operation log', name: 'operation_log' },
  { title: 'Run log', name: 'run_log' },
  { title: 'Visitor log', name: 'visitor_log' },
  {
    title: 'Admin',
    name: 'admin',
    fields: 'username mobile email password groupId',
    proofs: [
      ...testsIn('entities.test.ts').onBoth(
        'each entity, through the provider',
        'admin > is listed with the fields that console.md names, without heavy and write-only ones',
      ),
      ...testsIn('dataProvider/specified.test.ts').ofEach(
        'C1: addAdmin always sends what the specification names: %',
        [12, 13],
      ),
    ],
  },
  { title: 'Role', name: 'role', fields: 'title rule_method' },
  { title: 'Rule', name: 'rule', fields: 'title path pid show sunList' },
  {
    title: 'Admin info',
    fields: 'username avatar role logintimes create_time',
    proofs: testsIn('server/menu.test.ts').onSqlite(
      'The menu',
      'goes with one’s own record: role and rules, and the site’s logo as the avatar',
    ),
  },
  {
    title: 'Web info',
    fields: 'web_title web_logo',
    proofs: testsIn('server/home.test.ts').onSqlite(
      'What the frame needs of the site',
      'The site’s name and logo are those of its configuration, and known to everyone',
    ),
  },
  {
    title: 'Web data',
    fields: 'models',
    proofs: testsIn('server/home.test.ts').onSqlite(
      'What the frame needs of the site',
      'The models that columns can hold are told with their titles, and which have one record a column',
    ),
  },
  { title: 'Configuration item', name: 'config_item', fields: 'groupId en_name zh_name value sort' },
  { title: 'Configuration group', name: 'config_group', fields: 'title ident sort' },
  { title: 'Template', name: 'template' },
  {
    title: 'Cloud storage config',
    fields: 'SecretId SecretKey',
    proofs: testsIn('server/cloud.test.ts').onSqlite(
      'The cloud storage',
      'gives credentials for 900 seconds that put and slice under one’s own prefix, and nothing else',
    ),
  },
];

/** @throws Error if section 3 names no such entity, or none of its fields */
export function fieldsOf(title: string): string[] {
  const found = entities.find((each) => each.title === title);
  if (!found?.fields) throw new Error(`The specification names no fields of "${title}"`);
  return found.fields.split(' ');
}
