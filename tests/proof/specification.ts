/** A test by its file and what its title begins with or is; of a test over a table, what all its titles hold. */
export type Proof = readonly [file: string, title: string];

interface Path {
  path: string;
  title: string;
}

/** Section 2 of `console.md`. */
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

interface SpecifiedEntity {
  title: string;
  /** Its name in the contract; the standard tests then prove it. */
  name?: string;
  /** The fields that the specification names. */
  fields: string;
  /** Where the standard tests of entities do not prove it. */
  proof?: Proof;
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
  section: number;
  says: string;
  proof: Proof;
}

const says = (section: number, proofs: Record<string, Proof>): Statement[] =>
  Object.entries(proofs).map(([sentence, proof]) => ({ section, says: sentence, proof }));

const specified = (title: string): Proof => ['browser/specification.test.ts', title];
const frame = (title: string): Proof => ['browser/frame.test.ts', title];
const session = (title: string): Proof => ['browser/session.test.ts', title];
const signIn = (title: string): Proof => ['screens/signIn.test.tsx', title];
const plain = (title: string): Proof => ['browser/plain.test.ts', title];
const http = (title: string): Proof => ['dataProvider/http.test.ts', title];
const content = (title: string): Proof => ['screens/content.test.tsx', title];

/** The sentences of the specification that are no path, entity or call, each with the test that asserts it. */
export const statements: readonly Statement[] = [
  ...says(1, {
    'Every kind of record is listed, made, changed and deleted in the console': plain('every screen lists, makes'),
    'The avatar is the site’s logo': specified('the user drawer comes from the top'),
    'A cloud storage client is made of the credentials that the back end gives': [
      'browser/cloud.test.ts',
      'a film of 200 MB goes into the bucket in slices',
    ],
  }),
  ...says(2, {
    'Every path opens by URL and by menu and survives a reload': specified('each path of the table is in a menu'),
    'Any unknown path leads to /home': session('an unknown address leads home'),
    '/404 and /404-In': ['browser/faces.test.ts', '/404 stands outside the frame, /404-In within it'],
    'With no token any route but /Login goes to /Login; /login is the same screen': session(
      'with no token every address but the sign-in leads to the sign-in',
    ),
    '/Layout leads home, or to the saved place; a typed URL wins': frame('a typed address wins over the saved place'),
    'After a successful sign-in: /home': ['screens/app.test.tsx', 'a sign-in on the page leads home'],
    'The breadcrumb bar: the title, and a red back button where there is somewhere to go back to':
      specified('the bar above a screen'),
    'The left menu shows the site’s title': specified('the bar above a screen'),
    'A left item opens its first child’s path; the second-level menu stands beside it': frame(
      'a left entry opens its first child',
    ),
    'Menu entries with colour, spread flag and children': frame('the menu of a back end shows its colours'),
    'A second-level item remembers its model and title, and sets the current model': frame(
      'the content model that was chosen last',
    ),
    'Menu and selection are kept under a history key and restored on load': [
      'browser/menus.test.ts',
      'a stored place is restored on load',
    ],
    'The user drawer: from the top, half the height, with all it shows': specified(
      'the user drawer comes from the top',
    ),
    'The header’s logo reloads the page; the toggle’s two labels': specified('the logo reloads the page'),
    'Content screens: add and edit dialogs, tabs of which the base tab is first': [
      'screens/form.test.tsx',
      'open where a field was refused',
    ],
    'The sign-in: 登录账户, two tabs, placeholders': signIn('begins with the account'),
    'The password can be shown': signIn('hides the password until it is asked to show it'),
    'Enter submits': signIn('is sent by {Enter}'),
    'The SMS tab has its two fields and static labels': signIn('says that it is not set up where it is not'),
    'SMS sign-in sends number and code': plain('one signs in there by a code as well'),
  }),
  ...says(4, {
    'A token in local storage is a session': [
      'authProvider/session.test.ts',
      'a session is taken up where its token is stored',
    ],
    'Admin info is fetched for a session': [
      'authProvider/authProvider.test.ts',
      'is asked for once, and again when the session has changed',
    ],
    'Success stores the token': ['authProvider/authProvider.test.ts', 'stores the token'],
    'Signing out clears the token and goes to the sign-in after 0.8 seconds': [
      'authProvider/authProvider.test.ts',
      'tells the back end, clears the token, and goes to the sign-in after 0.8 seconds',
    ],
    'checkLogin every 10 seconds': ['authProvider/poll.test.ts', 'the back end is asked every 10 seconds'],
    'The dialog opens over the work where the code is not 1': session('the poll opens the sign-in over the screen'),
    'After a save of a category or size: back to the list': [
      'browser/content.test.ts',
      'a category is made in the column that is shown',
    ],
    'Add and edit dialogs close on success': plain('every screen lists, makes'),
    'A search begins at page 1': ['screens/list.test.tsx', 'begin again at page 1'],
    'The first column of a model is current, 0 if there are none': specified('a model’s first column is current'),
    'A single page’s record is made when it is first read, its id is sid': [
      'browser/content.test.ts',
      'a single page is made when its column is chosen',
    ],
    'Saving config shows the server’s message and reloads it, the loading state ends': [
      'browser/config.test.ts',
      'the system’s settings are saved together',
    ],
    'The first auto group is selected, its configs loaded; adding and deleting reloads and closes the dialog': [
      'browser/config.test.ts',
      'groups and items of one’s own',
    ],
    'Dialogs of admins, roles and rules close, the list is read again': [
      'browser/access.test.ts',
      'a role is made in the tree of rules',
    ],
  }),
  ...says(6, {
    'A role’s rules are sent as one comma-joined list': plain('C7: the console sent each call'),
    'Without rules that are told, a token is the only gate': [
      'authProvider/authProvider.test.ts',
      'is left to a back end that tells no rules',
    ],
  }),
  ...says(7, {
    'The token goes in the Authorization header': http('a call carries the token as it is'),
    'GET sends query parameters, POST a form-encoded body': [
      'dataProvider/methods.test.ts',
      'a post is a form, and a get has no body',
    ],
    'Code 1 is success, lists are data.data and data.total': ['dataProvider/spellings.test.ts', 'a list is read from'],
  }),
  ...says(8, {
    'HTTP 401: 用户信息无效，请重新登录': ['server/refusals.test.ts', 'a missing token is 401 with the sentence'],
    'HTTP 401 removes the token, leads to the sign-in, and nothing typed is lost': session(
      'a 401 during a save leads to the sign-in',
    ),
    'A non-200 status rejects with the body': http('says what it is'),
    'Content screens show the message of a refusal': content('is the server’s message'),
    'Set-home, edit-atlas and edit-article: a refusal is not shown': content('is nothing'),
    'Set-home: a success is told': specified('the home is set with a word'),
    'In the configuration and layout screens a code that is not 1 makes no toast': [
      'browser/config.test.ts',
      'a value that an item cannot have is marked at its field',
    ],
    'Sign-in failure: a toast of 2000 ms': session('a wrong password is a toast that is gone after two seconds'),
    'Edit single shows the server’s message': [
      'browser/content.test.ts',
      'a single page is made when its column is chosen',
    ],
  }),
  ...says(9, {
    'Time limit 6000 ms': http('is given up after 6 seconds'),
    'Pages start at 1': ['dataProvider/methods.test.ts', 'a list begins at page 1'],
    'Content height: viewport less 130 or 60 px; resize after 200 ms': frame('the content is the viewport less 130 px'),
    'Edit panel 60 % wide, left menu 120 px': specified('the edit panel is 60 % wide'),
    'Default menu background dark grey, page background white': specified('the bar above a screen'),
    'Config item sort defaults to 0': [
      'server/configExtend.test.ts',
      'has groups and items that are added, and read by group',
    ],
    'Cloud storage signatures: 900 seconds': [
      'server/cloud.test.ts',
      'gives credentials for 900 seconds that put and slice',
    ],
  }),
];
