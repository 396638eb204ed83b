import { type Proof, testsIn } from './proof.ts';

interface Statement {
  section: number;
  says: string;
  proofs: readonly Proof[];
}

const says = (section: number, proven: Record<string, readonly Proof[]>): Statement[] =>
  Object.entries(proven).map(([sentence, proofs]) => ({ section, says: sentence, proofs }));

const specified = testsIn('browser/specification.test.ts');
const frame = testsIn('console/places.test.tsx');
const consoleFrame = testsIn('console/frame.test.tsx');
const browserFrame = testsIn('browser/frame.test.ts');
const session = testsIn('browser/session.test.ts');
const plain = testsIn('browser/plain.test.ts');
const consoleConfig = testsIn('console/config.test.tsx');
const signIn = testsIn('screens/signIn.test.tsx');
const other = testsIn('console/specification.test.tsx');
const unchecked = testsIn('screens/unchecked.test.tsx');
const content = testsIn('screens/content.test.tsx');
const silence = testsIn('screens/silence.test.tsx');
const app = testsIn('console/app.test.tsx');
const http = testsIn('dataProvider/http.test.ts');
const methods = testsIn('dataProvider/methods.test.ts');
const sent = testsIn('dataProvider/specified.test.ts');
const auth = testsIn('authProvider/authProvider.test.ts');
const cloudUpload = testsIn('screens/cloudUpload.test.tsx');
const account = testsIn('screens/account.test.tsx');
const mayDo = auth('what an administrator may do > is left to a back end that tells no rules');

const eachScreen = plain('every screen lists, makes, changes and deletes on a back end that speaks console.md alone');
const eachForm = plain('what is only looked at, the pages of settings and the single pages work there too');
const eachCall = plain(
  'C7: the console sent each call of the specification with its verb, path and every parameter in its form, and beside them only what coverage.md says is assumed',
);
const drawer = specified('the user drawer comes from the top, half as high as the window, with all that it shows');
const bar = specified(
  'the bar above a screen has its title, and a red way back where there is one; the menus are dark, the page white',
);
const eachPath = specified(
  'each path of the table is in a menu, and opens again by its address alone; C3: with its Chinese title',
);
const setHome = specified('the home is set with a word, and a refusal of it without one');
const single = testsIn('console/contentModels.test.tsx')(
  'a single page is made when its column is chosen, and saved where it stands, as the server says',
);
/** Where the administrator was last, with what is stored of the menus and without a menu. */
const placeWith = other.ofEach('the place > specification D2: is saved and restored with %', [
  'menus collapsed',
  '390 px of width',
  'open screens hidden',
]);
const placeWithout = other.ofEach('the place > specification D2: is home where the menu is %', [
  'empty',
  'null',
  'refused',
  'broken',
]);
const plainFrame = (title: string) => app(`before a back end that speaks only what console.md states > ${title}`);
const ownGroups = consoleConfig('groups and items of one’s own are added and deleted, and filled in by group');

/** The sentences of `console.md` that are no path, entity or call, each with the tests that assert it. */
export const statements: readonly Statement[] = [
  ...says(1, {
    'Columns, contents, categories, sizes, navigation, advertisements, users, administrators, roles and rules are listed, made, changed and deleted; content parameters, extension items and groups made and deleted; messages looked at and deleted':
      [...eachScreen, ...eachForm],
    'Users’ histories, logs, configuration, templates, single pages and the agreement have their screens': eachForm,
    'The header shows the name of whoever is signed in': drawer,
    'The avatar is the site’s logo, in the header and the drawer, where the back end tells no other': [
      ...drawer,
      ...account.ofEach(
        'the personal centre > C3: shows an avatar of %: the logo of the site where the account has none',
        ['"" as /upload/logo.svg', '"/upload/me.png" as /upload/me.png'],
      ),
    ],
    'A cloud storage client is made of the credentials that the back end gives': testsIn('browser/cloud.test.ts')(
      'a film of many slices goes into the bucket: one that fails twice is tried again, and after a reload half way it goes on',
    ),
  }),
  ...says(2, {
    'The console lives below /rTopAdmin/': session('with no token every address but the sign-in leads to the sign-in'),
    'Every path but /404-In opens by menu, and each by its URL; a reload stays there': [
      ...eachPath,
      ...frame('specification D9: a load of each path stays there, and asks nothing twice'),
    ],
    'Every path has its title': [
      ...eachPath,
      ...specified('C3: every page has its English title of the specification'),
    ],
    'Any unknown path leads to /home': session('an unknown address leads home, and signing out leads to the sign-in'),
    '/404 and /404-In': consoleFrame(
      'an address that leads nowhere > /404 stands outside the frame, /404-In within it',
    ),
    'With no token any route but /Login goes to /Login; /login is the same screen': [
      ...session('with no token every address but the sign-in leads to the sign-in'),
      ...consoleFrame('an address that leads nowhere > /404 without a token leads to the sign-in'),
      ...other('the sign-out > specification D6: leads to /login, which is the sign-in too'),
    ],
    '/Layout leads home, or to the saved place; a typed URL wins (as the project decides)': [
      ...frame('a typed address wins over the saved place; the base address leads to the saved place'),
      ...placeWithout,
    ],
    'After a successful sign-in: /home': app('a sign-in on the page leads home'),
    'The breadcrumb bar: the title, and a red back button where there is somewhere to go back to': bar,
    'The left menu shows the site’s title': bar,
    'A left item opens its first child’s path; the second-level menu stands beside it': consoleFrame(
      'a left entry opens its first child, and the second-level menu stands beside it',
    ),
    'A left item without children opens its own path': eachPath,
    'Menu entries with colour, spread flag and children': frame(
      'the menu of a back end shows its colours with readable text, its spread children, and each top entry its own left menu',
    ),
    'A second-level item remembers its model and title, and sets the current model': [
      ...plain('the menu marks the same place there after the page is loaded anew'),
      ...consoleFrame(
        'B8: the content model that was chosen last is the one that /content opens, in the tab of that model',
      ),
      ...other('the place > specification D2: has the model and title of a second-level entry under `spread`'),
    ],
    'Path and model are kept under a history key; on load the saved path is opened, and the menu marks it': [
      ...testsIn('console/menus.test.tsx')(
        'a stored place is restored on load; one that the role may no longer see leads home',
      ),
      ...plain('the menu marks the same place there after the page is loaded anew'),
      ...placeWith,
    ],
    'The user drawer: from the top, at least half the height, with all it shows': [
      ...drawer,
      ...account('the personal centre > tells name, role, sign-ins with 次 and the time of registration'),
    ],
    'The header’s logo reloads the page': specified(
      'the logo reloads the page, and the menu’s toggle, with its two labels, takes the menus away and brings them back',
    ),
    'A toggle with two labels collapses and expands the menus, also at the next load': [
      ...specified(
        'the logo reloads the page, and the menu’s toggle, with its two labels, takes the menus away and brings them back',
      ),
      ...browserFrame(
        'the content is the viewport less 130 px, less 60 px while the menu is collapsed; a resize counts after 200 ms',
      ),
    ],
    'Content screens: add and edit dialogs, tabs of which the base tab is open': eachScreen,
    'Categories and sizes have a list and a form, which opens over it': eachScreen,
    'The sign-in: 登录账户, two tabs, placeholders': [
      ...session('with no token every address but the sign-in leads to the sign-in'),
      ...signIn(
        'the sign-in form > begins with the account, which is named to screen readers as to others',
        'the SMS tab > says that it is not set up where it is not, and keeps its labels',
      ),
    ],
    'The password can be shown': signIn('the sign-in form > hides the password until it is asked to show it'),
    'The login button and Enter submit': signIn.ofEach('the sign-in form > is sent by %', ['{Enter}', 'button']),
    'The SMS tab has its two fields, a login button and static labels': signIn(
      'the SMS tab > says that it is not set up where it is not, and keeps its labels',
      'the SMS tab > has the fields alone before an existing back end, and sends number and code without a password',
    ),
    'SMS sign-in sends number and code, and an empty password': [
      ...plain('one signs in there by a code as well, finds an unknown address led home, and signs out'),
      ...signIn(
        'the SMS tab > has the fields alone before an existing back end, and sends number and code without a password',
      ),
    ],
  }),
  ...says(3, {
    'The type of a category is the current model': [
      ...eachScreen,
      ...sent.ofEach('C1: addEditCategory always sends what the specification names: %', [8, 9]),
    ],
    'Rules form a tree of two levels': testsIn('server/rule.test.ts').onSqlite('Rules', 'have two levels at most'),
    'The list of administrators begins at page 1': eachScreen,
  }),
  ...says(4, {
    'A token in local storage is a session': [
      ...testsIn('authProvider/session.test.ts')('a session is taken up where its token is stored'),
      ...session('when someone else signs in in another tab, nothing of the first one stays on the screen'),
    ],
    'Admin info is fetched on a load with a token': [
      ...auth('the administrator > is asked for once, and again when the session has changed'),
      ...frame('specification D9: a load of each path stays there, and asks nothing twice'),
    ],
    'Success stores the token': [
      ...auth('signing in > stores the token'),
      ...testsIn('authProvider/session.test.ts')('a session is taken up where its token is stored'),
    ],
    'Signing out clears the token and goes to /login after 0.8 seconds': [
      ...auth('signing out > tells the back end, clears the token, and goes to the sign-in after 0.8 seconds'),
      ...other('the sign-out > specification D6: leads to /login, which is the sign-in too'),
    ],
    'checkLogin every 10 seconds': testsIn('authProvider/poll.test.ts')(
      'the back end is asked every 10 seconds whether the token is alive',
    ),
    'The dialog opens over the work where the code is not 1; a back end’s own code 401 is its HTTP 401': [
      ...testsIn('authProvider/poll.test.ts').ofEach('after a failure that is % the session is expired', [
        'refused',
        'invalid',
        'missing',
        'stale',
        'forbidden',
      ]),
      ...testsIn('authProvider/poll.test.ts')(
        'specification D3: a 401 is left to what ends a session, and no dialog opens',
      ),
      ...signIn('the sign-in over the work > opens when the session expires, and closes when one has signed in'),
      ...session('the poll opens the sign-in over the screen, and nothing typed in it is lost'),
    ],
    'After a save of a category or size: back to the list, and the form begins empty': [
      ...eachScreen,
      ...other('specification D7: after a create that is answered without an id the next form is empty'),
    ],
    'Dialogs close on success (contents’ too, where the back end keeps no working copies), and the next new one begins without a name: that of columns, categories, sizes, contents, administrators, roles and rules; the others are looked at in the nightly run':
      [
        ...eachScreen,
        ...unchecked.ofEach(
          'specification D7: on a back end without working copies % closes the form of a content, and the next new one is empty',
          ['保存', 'Ctrl-S'],
        ),
      ],
    'A search begins at page 1': testsIn('screens/list.test.tsx')(
      'search and filters > begin again at page 1, when nothing was typed for 300 ms',
    ),
    'The first column of a model becomes current until another is chosen, 0 if there are none': [
      ...frame('specification D9: a model’s first column is current until another is chosen, also at the next load'),
      ...testsIn('screens/list.test.tsx')(
        'B6: a list of content > C7: asks for column 0 where the model has no column',
      ),
      ...other('specification D6: the first column of a model is current where no preferences are stored'),
    ],
    'Of the single model one record is loaded': [
      ...single,
      ...other.ofEach(
        'a single page > specification D1: is filled by the record that came %, also without its column',
        ['itself', 'in a list', 'in a page', 'among those of all columns'],
      ),
    ],
    'Of the single model the parameter sid is the record’s id, of other models 0': [
      ...content('content parameters > C7: are asked for by the column and 0, those of a single page by its own id'),
      ...sent.ofEach('C1: getContentParams always sends what the specification names: %', [2, 3, 24, 25]),
    ],
    'Saving config shows the server’s message and reloads it, the loading state ends': [
      ...eachForm,
      ...consoleConfig('the system’s settings are saved together, with the server’s message, and take effect at once'),
      ...other('specification D8: a save answered with null shows the server’s message'),
    ],
    'The first auto group is selected, its configs loaded': [
      ...testsIn('screens/config.test.tsx')('of custom groups the first is chosen and its items are loaded'),
      ...ownGroups,
    ],
    'Adding and deleting config items and groups reloads them and closes the dialog': ownGroups,
    'Dialogs of admins, roles and rules close and reset, and the list is read again after a save and a deletion':
      eachScreen,
    'A success message is shown': testsIn('screens/form.test.tsx')(
      'a form > sends what it holds with what was read, says that it is saved, and closes',
    ),
  }),
  ...says(5, {
    'The cloud storage client checks bucket, region, key and body, and takes the leading slash from a key': [
      ...cloudUpload.ofEach('what goes to a bucket > is refused %, by a message', [
        'without a bucket',
        'with a bucket in capitals',
        'without a region',
        'with a region of other signs',
        'without a key',
        'with a body that is no file and no text',
      ]),
      ...cloudUpload('what goes to a bucket > may be a text or a file, and its key loses a slash at the beginning'),
    ],
    'On a back end that speaks the specification alone, the reply is the only check': testsIn(
      'screens/unchecked.test.tsx',
    )(
      ...[
        'a new record goes out as it is, and what the reply refuses stands at its field',
        'what our own server would refuse goes to it: 0',
        'what our own server would refuse goes to it: 1',
        'one signs in with whatever is typed',
        'a file of any kind is sent',
      ].map((title) => `C5: on a back end without extensions > ${title}`),
    ),
  }),
  ...says(6, {
    'A role’s rules are sent as one comma-joined list': [
      ...methods('of role > create sends what the contract says'),
      ...sent('C1: an edit sends what console.md names of its record, not what a new one begins with'),
    ],
    'Without rules that are told, a token is the only gate': [
      ...mayDo,
      ...plainFrame('its lists are open to everyone signed in, without filters that it does not know'),
      ...session('with no token every address but the sign-in leads to the sign-in'),
    ],
  }),
  ...says(7, {
    'All calls go to the configured API host': [
      ...testsIn('server/start.test.ts')(
        'The program > names another back end in its page, which may call it and nothing else',
      ),
      ...testsIn('browser/otherHost.test.ts').ofEach(
        'a back end on another host, %, > gets every call, the early ones too, and its files are shown from there',
        ['named by the server that sends the page', 'named by config.json beside a static page'],
      ),
    ],
    'Every call has its verb, path and parameters': eachCall,
    'The menu is asked for by pid': other(
      'a menu > specification D4: of one level is asked for again with the `pid` of its entries',
    ),
    'The token goes in the Authorization header': http(
      'a call carries the token as it is, and the language that replies should be in',
    ),
    'GET sends query parameters, POST a form-encoded body': [
      ...methods('a post is a form, and a get has no body', 'a list begins at page 1'),
      ...http('parameters that are undefined are left out'),
    ],
    'Only HTTP 200 with code 1 is success': [
      ...http('a reply is its data'),
      ...http.ofEach('a failure > of % says what it is', [
        'code 0',
        'another code',
        'HTTP 201',
        'HTTP 500 with code 1',
      ]),
    ],
    'Lists are data.data and data.total': testsIn('dataProvider/spellings.test.ts')('a list is read from a page'),
  }),
  ...says(8, {
    'HTTP 401: 用户信息无效，请重新登录': auth.ofEach(
      'an error > C4: of a dead token ends the session, always with the same sentence: %',
      ['"用户信息无效，请重新登录"', '"令牌已过期"', '""'],
    ),
    'HTTP 401 removes the token and leads to the sign-in': app.ofEach(
      'a token that is dead when the page is loaded > leads from % to the sign-in, and says why',
      ['/home', '/columnList', '/content/article'],
    ),
    'After HTTP 401, also of checkLogin, nothing typed is lost (as the project decides)': [
      ...session('a 401 during a save leads to the sign-in, and the form comes back as it was'),
      ...plainFrame(
        'specification D3: the poll’s HTTP 401 leads to the sign-in with its sentence, and what was typed is kept',
      ),
    ],
    'Other HTTP errors are logged to the browser’s console': other(
      'specification D6: an error of HTTP is logged to the browser’s console',
    ),
    'A non-200 status rejects with the body': http.ofEach('a failure > of % says what it is', [
      'HTTP 401',
      'HTTP 429',
      'HTTP 500',
    ]),
    'Content screens show the message of a refusal': [
      ...content.ofEach('what is said of a refused edit (console.md section 8) > of % is the server’s message', [
        'a product',
        'a video',
        'a download',
        'a job',
        'a single page',
        'a message',
      ]),
      ...content.ofEach('what is said of a refused new record is the server’s message: %', ['an article', 'a gallery']),
    ],
    'A save shows the message whatever the code is, on a back end without extensions: that of a column': app.ofEach(
      'before a back end that speaks only what console.md states > specification D3: code % of a save shows its message and nothing else',
      [401, 403, 404, 409, 428],
    ),
    'Edit-atlas and edit-article: a refusal makes no toast': [
      ...content.ofEach('what is said of a refused edit (console.md section 8) > of % is nothing', [
        'an article',
        'a gallery',
      ]),
      ...silence('C4: a refusal > of a switch in a row ignores it as the form of an article does'),
    ],
    'Set-home: a success is told, a refusal is not shown': setHome,
    'In the configuration screens a code that is not 1 makes no toast': [
      ...testsIn('screens/config.test.tsx')('a refusal is marked at its field and said nowhere else'),
      ...silence.ofEach('C4: a refusal > %', [
        'of a deletion or an order makes no toast in the screens of the configuration',
        'of a new group makes none either, and stands at its field',
        'of a test message stands beside its field',
      ]),
    ],
    'In the layout a code that is not 1 makes no toast': app(
      'C4: a refusal of what the frame itself asks for makes no toast',
    ),
    'Sign-in failure: a toast of 2000 ms': [
      ...session(
        'a wrong password is a toast that is gone after two seconds; what was wrong stays beside the form (B8)',
      ),
      ...signIn('the sign-in form > says for two seconds why it failed: CallFailure: 账户或密码错误'),
    ],
    'Edit single shows the server’s message': [
      ...content('the message of a saved edit is of a single page the server’s own'),
      ...single,
    ],
  }),
  ...says(9, {
    'Time limit 6000 ms, but for uploads, bulk work, imports and exports': http(
      'a back end that does not answer > is given up after 6 seconds',
    ),
    'Pages start at 1': methods('a list begins at page 1'),
    'Content height: viewport less 130 or 60 px; resize after 200 ms': browserFrame(
      'the content is the viewport less 130 px, less 60 px while the menu is collapsed; a resize counts after 200 ms',
    ),
    'Edit panel 60 % wide (in a window narrower than 900 px all of it), left menu 120 px': specified(
      'the edit panel is 60 % wide and the left menu 120 px',
    ),
    'Default menu background dark grey, page background white': bar,
    'Config item sort defaults to 0': [
      ...testsIn('server/configExtend.test.ts').onSqlite(
        'The operator’s own configuration',
        'has groups and items that are added, and read by group and all at once',
      ),
      ...ownGroups,
    ],
    'The credentials that sign for the cloud storage live for 900 seconds': testsIn('server/cloud.test.ts').onSqlite(
      'The cloud storage',
      'gives credentials for 900 seconds that put and slice under one’s own prefix, and nothing else',
    ),
  }),
];
