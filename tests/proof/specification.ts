/** A test by its file and a part of its title. */
export type Proof = readonly [file: string, title: string];

/** An issue that builds what is not there yet. */
export type Owner = 'issue 6' | 'issue 7';

interface Path {
  path: string;
  title: string;
  owner?: Owner;
}

/** console.md section 2. */
export const paths: readonly Path[] = [
  { path: '/home', title: 'welcome' },
  { path: '/user_list', title: 'user list' },
  { path: '/history_list', title: 'browsing history' },
  { path: '/collect_list', title: 'collection records' },
  { path: '/down_list', title: 'download history' },
  { path: '/columnList', title: 'column list' },
  { path: '/content', title: 'content list' },
  { path: '/navList', title: 'navigation list' },
  { path: '/advertise', title: 'advertisement list' },
  { path: '/adminList', title: 'admin list' },
  { path: '/authGroup', title: 'admin roles' },
  { path: '/authRulesGroup', title: 'permission rules' },
  { path: '/systemConfig', title: 'system config' },
  { path: '/autoConfig', title: 'custom config' },
  { path: '/expandConfig', title: 'config extension' },
  { path: '/tempIndex', title: 'template config' },
  { path: '/operateLog', title: 'admin log' },
  { path: '/systemLog', title: 'run log' },
  { path: '/visitorLog', title: 'visitor log' },
  { path: '/xieyi', title: 'user agreement' },
  { path: '/404-In', title: '404' },
];

interface SpecifiedCall {
  verb: 'GET' | 'POST';
  path: string;
  /** The parameters that the specification names. */
  params: readonly string[];
  owner?: Owner;
}

const call = (verb: 'GET' | 'POST', path: string, params = '', owner?: Owner): SpecifiedCall => ({
  ...{ verb, path, params: params.split(' ').filter(Boolean) },
  ...(owner && { owner }),
});

/** console.md section 7. */
export const calls: readonly SpecifiedCall[] = [
  call('GET', 'auth.auth/checkLogin'),
  call('POST', 'auth.auth/login', 'username password verify'),
  call('GET', 'auth.auth/ini'),
  call('GET', 'base.admin/getAdminInfo'),
  call('GET', 'base.admin/getAdminList', 'page'),
  call('GET', 'base.admin/getRoleList'),
  call('POST', 'base.admin/create_role', 'title rule_method'),
  call('POST', 'base.admin/edit_role', 'id title rule_method'),
  call('GET', 'base.admin/delete_role', 'rid'),
  call('GET', 'base.admin/getRuleList'),
  call('POST', 'base.admin/create_rule', 'title path pid'),
  call('POST', 'base.admin/edit_rule'),
  call('GET', 'base.admin/delete_rule', 'rid'),
  call('GET', 'base.admin/deleteAdmin', 'aid'),
  call('POST', 'base.admin/editAdmin'),
  call('POST', 'base.admin/addAdmin', 'username mobile email password groupId'),
  call('GET', 'base.Menu', 'pid'),
  call('GET', 'base.Data/welcomeDate'),
  call('GET', 'base.Data/webInfo'),
  call('GET', 'base.Data/webData'),
  call('GET', 'base.Config/sysConfig'),
  call('POST', 'base.Config/saveConfig'),
  call('GET', 'base.Config/getCos'),
  call('GET', 'base.Config/autoGroup'),
  call('GET', 'base.Config/autoGroupConfig', 'gid'),
  call('GET', 'base.Config/tempList'),
  call('POST', 'base.Config/addExtendGroup', 'title ident sort'),
  call('POST', 'base.Config/deleteExtendGroup', 'gid'),
  call('GET', 'base.Config/expendConfig'),
  call('POST', 'base.Config/addExpendConfig', 'groupId zh_name en_name sort'),
  call('POST', 'base.Config/deleteExpendConfig', 'id'),
  call('GET', 'base.base/getColumnList', 'page'),
  call('GET', 'base.base/getAllColumnList'),
  call('GET', 'base.base/getNavList'),
  call('GET', 'base.base/getAllNavList'),
  call('GET', 'base.base/getAdList'),
  call('GET', 'base.base/getAdGroup'),
  call('GET', 'base.base/getNavGroup'),
  call('POST', 'base.base/addColumn'),
  call('POST', 'base.base/editColumn'),
  call('GET', 'base.base/editColumn'),
  call('POST', 'base.base/deleteColumn', 'col_id'),
  call('POST', 'base.base/getModelList'),
  call('POST', 'base.base/addAd'),
  call('POST', 'base.base/editAd'),
  call('POST', 'base.base/deleteAd'),
  call('POST', 'base.base/addAdGroup'),
  call('POST', 'base.base/editAdGroup'),
  call('POST', 'base.base/deleteAdGroup'),
  call('POST', 'base.base/addNav'),
  call('POST', 'base.base/editNav'),
  call('POST', 'base.base/addNavGroup'),
  call('POST', 'base.base/editNavGroup'),
  call('GET', 'base.base/deleteNav'),
  call('GET', 'base.base/deleteNavGroup'),
  call('GET', 'base.base/getOperateLog'),
  call('GET', 'base.base/getSystemLog'),
  call('GET', 'base.base/getVisitorLog'),
  call('POST', 'base.content/setIndex', 'cid'),
  call('POST', 'base.content/addArticle', 'col_id'),
  call('POST', 'base.content/editArticle'),
  call('POST', 'base.content/addProduct'),
  call('POST', 'base.content/editProduct'),
  call('POST', 'base.content/editSingle'),
  call('POST', 'base.content/addAtlas'),
  call('POST', 'base.content/editAtlas'),
  call('POST', 'base.content/addVideo'),
  call('POST', 'base.content/editVideo'),
  call('POST', 'base.content/addDown'),
  call('POST', 'base.content/editDown'),
  call('POST', 'base.content/editRecruitment'),
  call('POST', 'base.content/deleteRecruitment', 'id'),
  call('POST', 'base.content/getContentParams', 'col_id sid'),
  call('POST', 'base.content/addContentParams', 'cid sid'),
  call('POST', 'base.content/getContentList', 'id model page searchKey'),
  call('GET', 'base.content/deleteArticle', 'aid'),
  call('GET', 'base.content/deleteProduct', 'pid'),
  call('GET', 'base.content/deleteAtlas', 'id'),
  call('GET', 'base.content/deleteVideo', 'id'),
  call('GET', 'base.content/deleteDown', 'id'),
  call('GET', 'base.content/deleteForm', 'id'),
  call('GET', 'base.content/deleteContentParams', 'id'),
  call('GET', 'base.content/getContentTopMenu', 'model'),
  call('GET', 'base.content/addRecruitment'),
  call('GET', 'base.Category/getCategoryList', 'id page'),
  call('GET', 'base.Category/getAllCategoryList', 'id type'),
  call('GET', 'base.Category/getParentCategory'),
  call('GET', 'base.Category/getAllCaseList'),
  call('POST', 'base.Category/addEditCategory', 'id org_img cid title pid sid sort type'),
  call('POST', 'base.Category/deleteCategory'),
  call('GET', 'base.Size/getAll', 'id'),
  call('GET', 'base.Size/getSizeList', 'page'),
  call('POST', 'base.Size/addEditSize', 'id title sort'),
  call('POST', 'base.Size/deleteSize'),
  call('GET', 'base.User/list'),
  call('GET', 'base.User/historyList'),
  call('GET', 'base.User/collectList'),
  call('GET', 'base.User/downList'),
  call('GET', 'base.User/UserDelete'),
  call('POST', 'base.User/userAddEdit'),
  call('POST', 'base.upload/fileUpload'),
  call('POST', 'base.upload/videoUpload'),
  call('POST', 'base.upload/documentUpload'),
];

interface SpecifiedEntity {
  title: string;
  /** Its name in the contract. */
  name?: string;
  /** The fields that the specification names. */
  fields: string;
  proof?: Proof;
  owner?: Owner;
}

/** console.md section 3. */
export const entities: readonly SpecifiedEntity[] = [
  { title: 'Column', name: 'column', fields: 'title model' },
  { title: 'Article', name: 'article', fields: 'col_id' },
  { title: 'Product', name: 'product', fields: 'col_id' },
  { title: 'Atlas', name: 'atlas', fields: 'col_id' },
  { title: 'Video', name: 'video', fields: 'col_id' },
  { title: 'Down', name: 'down', fields: 'col_id' },
  { title: 'Recruitment', name: 'recruitment', fields: 'col_id' },
  { title: 'Single', name: 'single', fields: 'col_id' },
  { title: 'Message', name: 'message', fields: 'col_id' },
  { title: 'Category', name: 'category', fields: 'org_img cid title pid sid sort type' },
  { title: 'Size', name: 'size', fields: 'title sort' },
  { title: 'Content parameter', name: 'content_param', fields: 'cid sid' },
  { title: 'Navigation', name: 'nav', fields: '' },
  { title: 'Navigation group', name: 'nav_group', fields: '' },
  { title: 'Ad', name: 'ad', fields: '' },
  { title: 'Ad group', name: 'ad_group', fields: '' },
  { title: 'User', name: 'user', fields: '' },
  { title: 'Browsing history', name: 'history', fields: '' },
  { title: 'Collection record', name: 'collect', fields: '' },
  { title: 'Download record', name: 'down_record', fields: '' },
  { title: 'Operation log', name: 'operation_log', fields: '' },
  { title: 'Run log', name: 'run_log', fields: '' },
  { title: 'Visitor log', name: 'visitor_log', fields: '' },
  { title: 'Admin', name: 'admin', fields: 'username mobile email password groupId' },
  { title: 'Role', name: 'role', fields: 'title rule_method' },
  { title: 'Rule', name: 'rule', fields: 'title path pid show sunList' },
  {
    title: 'Admin info',
    fields: '',
    proof: ['server/menu.test.ts', 'goes with one’s own record: role and rules'],
  },
  { title: 'Web info', fields: '', proof: ['server/home.test.ts', 'The site’s name and logo'] },
  { title: 'Web data', fields: '', proof: ['server/home.test.ts', 'The models that columns can hold'] },
  { title: 'Configuration item', name: 'config_item', fields: 'groupId en_name zh_name value sort' },
  { title: 'Configuration group', name: 'config_group', fields: 'title ident sort' },
  { title: 'Template', name: 'template', fields: '' },
  {
    title: 'Cloud storage config',
    fields: '',
    proof: ['server/cloud.test.ts', 'gives credentials for 900 seconds that put and slice'],
  },
];

interface Statement {
  section: 2 | 4 | 8 | 9;
  says: string;
  proof?: Proof;
  owner?: Owner;
}

/** console.md sections 2 (Layout, sign-in), 4, 8 and 9. */
export const statements: readonly Statement[] = [
  {
    section: 2,
    says: 'Every path opens by URL and by menu and survives a reload',
    proof: ['browser/specification.test.ts', 'is in a menu, and opens again by its address alone'],
  },
  {
    section: 2,
    says: 'Any unknown path leads to /home',
    proof: ['browser/session.test.ts', 'an unknown address leads home'],
  },
  {
    section: 2,
    says: '/404 and /404-In',
    proof: ['browser/faces.test.ts', '/404 stands outside the frame, /404-In within it'],
  },
  {
    section: 2,
    says: 'With no token any route but /Login goes to /Login',
    proof: ['browser/session.test.ts', 'with no token every address but the sign-in leads to the sign-in'],
  },
  {
    section: 2,
    says: 'After a successful sign-in: /home',
    proof: ['screens/app.test.tsx', 'a sign-in on the page leads home'],
  },
  {
    section: 2,
    says: 'A left item opens its first child’s path; the second-level menu stands beside it',
    proof: ['browser/frame.test.ts', 'a left entry opens its first child'],
  },
  {
    section: 2,
    says: 'Menu entries with colour, spread flag and children',
    proof: ['browser/frame.test.ts', 'the menu of a back end shows its colours'],
  },
  {
    section: 2,
    says: 'A second-level item remembers its model',
    proof: ['browser/frame.test.ts', 'the content model that was chosen last'],
  },
  {
    section: 2,
    says: 'Menu state is kept under the history key; a typed URL wins',
    proof: ['browser/frame.test.ts', 'a typed address wins over the saved place'],
  },
  {
    section: 2,
    says: 'The user drawer: from the top, 50 %, with all it shows',
    proof: ['browser/specification.test.ts', 'the user drawer comes from the top'],
  },
  {
    section: 2,
    says: 'The header’s logo reloads the page; the toggle’s two labels',
    proof: ['browser/specification.test.ts', 'the logo reloads the page'],
  },
  {
    section: 2,
    says: 'The sign-in dialog: two tabs, placeholders, Enter submits',
    proof: ['screens/signIn.test.tsx', 'begins with the account'],
  },
  {
    section: 2,
    says: 'SMS sign-in',
    proof: ['browser/sms.test.ts', 'one signs in with a code that was sent to the phone'],
  },
  {
    section: 4,
    says: 'A token in local storage is a session',
    proof: ['authProvider/session.test.ts', 'a session is taken up where its token is stored'],
  },
  { section: 4, says: 'Success stores the token', proof: ['authProvider/authProvider.test.ts', 'stores the token'] },
  {
    section: 4,
    says: 'Signing out clears the token and goes to the sign-in after 0.8 seconds',
    proof: ['browser/session.test.ts', 'an unknown address leads home, and signing out leads to the sign-in'],
  },
  {
    section: 4,
    says: 'checkLogin every 10 seconds',
    proof: ['authProvider/poll.test.ts', 'the back end is asked every 10 seconds'],
  },
  {
    section: 4,
    says: 'The dialog opens over the work where the token is dead',
    proof: ['browser/session.test.ts', 'the poll opens the sign-in over the screen'],
  },
  { section: 4, says: 'A search begins at page 1', proof: ['dataProvider/methods.test.ts', 'a list begins at page 1'] },
  {
    section: 4,
    says: 'The first column of a model is current, 0 if there are none',
    proof: ['browser/specification.test.ts', 'a model’s first column is current'],
  },
  {
    section: 4,
    says: 'A single page’s record is made when it is first read',
    proof: ['server/single.test.ts', 'is made empty when it is first read'],
  },
  {
    section: 4,
    says: 'Dialogs of admins, roles and rules',
    proof: ['browser/access.test.ts', 'a role is made in the tree of rules'],
  },
  {
    section: 4,
    says: 'Saving config shows the server’s message and reloads it, the loading state ends',
    proof: ['browser/config.test.ts', 'the system’s settings are saved together'],
  },
  {
    section: 4,
    says: 'The first auto group is selected, its configs loaded; adding and deleting reloads and closes the dialog',
    proof: ['browser/config.test.ts', 'groups and items of one’s own'],
  },
  {
    section: 8,
    says: 'HTTP 401: 用户信息无效，请重新登录, the token goes',
    proof: ['server/refusals.test.ts', 'a missing token is 401 with the sentence'],
  },
  {
    section: 8,
    says: 'HTTP 401 leads to the sign-in, nothing typed is lost',
    proof: ['browser/session.test.ts', 'a 401 during a save leads to the sign-in'],
  },
  {
    section: 8,
    says: 'A non-200 status rejects with the body',
    proof: ['dataProvider/http.test.ts', 'of %s says what it is'],
  },
  {
    section: 8,
    says: 'A refused save says so',
    proof: ['browser/article.test.ts', 'a refused save says so at the field'],
  },
  {
    section: 8,
    says: 'Edit article and edit gallery: a refusal is not shown',
    proof: ['screens/content.test.tsx', 'of %s is nothing'],
  },
  {
    section: 8,
    says: 'Content screens show the message of a refusal',
    proof: ['screens/content.test.tsx', 'of %s is the server’s message'],
  },
  {
    section: 8,
    says: 'Edit single shows the server’s message',
    proof: ['browser/content.test.ts', 'a single page is made when its column is chosen'],
  },
  {
    section: 4,
    says: 'After a save of a category or size: back to the list',
    proof: ['browser/content.test.ts', 'a category is made in the column that is shown'],
  },
  {
    section: 8,
    says: 'Set-home: a success is told, a refusal is not',
    proof: ['browser/specification.test.ts', 'the home is set with a word'],
  },
  {
    section: 8,
    says: 'Sign-in failure: a toast of 2000 ms',
    proof: ['browser/session.test.ts', 'a wrong password is a toast that is gone after two seconds'],
  },
  { section: 9, says: 'Time limit 6000 ms', proof: ['dataProvider/http.test.ts', 'is given up after 6 seconds'] },
  {
    section: 9,
    says: 'Content height: viewport less 130 or 60 px; resize after 200 ms',
    proof: ['browser/frame.test.ts', 'the content is the viewport less 130 px'],
  },
  {
    section: 9,
    says: 'Edit panel 60 % wide, left menu 120 px',
    proof: ['browser/specification.test.ts', 'the edit panel is 60 % wide'],
  },
  {
    section: 9,
    says: 'Cloud storage signatures: 900 seconds',
    proof: ['server/cloud.test.ts', 'gives credentials for 900 seconds that put and slice'],
  },
];
