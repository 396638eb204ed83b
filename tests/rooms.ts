/**
 * A room is a part of the sources, with the tests that a change in it can break. Nearest first, these tests run for
 * `npm run test:changed` and `npm run mutations`. Files of no room are listed at the end of this file, and every test
 * file belongs to a room (rooms.test.ts).
 */
export interface Room {
  /** Globs of sources. */
  paths: readonly string[];
  /** Globs of test files. A test of every room of its kind, such as entities.test.ts, is listed in few of them. */
  tests: readonly string[];
}

/** Makes the paths of test files in a folder from their names: `screens('form list')`. */
const testFilesIn = (folder: string, ending: string) => (names: string) =>
  names.split(/\s+/).map((name) => `tests/${folder}/${name}.test.${ending}`);
const contract = testFilesIn('contract', 'ts');
const i18n = testFilesIn('i18n', 'ts');
const dataProvider = testFilesIn('dataProvider', 'ts');
const authProvider = testFilesIn('authProvider', 'ts');
const screens = testFilesIn('screens', 'tsx');
const console = testFilesIn('console', 'tsx');
const server = testFilesIn('server', 'ts');
const browser = testFilesIn('browser', 'ts');

const room = (paths: string, ...tests: string[][]): Room => ({ paths: paths.split(' '), tests: tests.flat() });

export const rooms: Record<string, Room> = {
  'contract/fields': room(
    'contract/{fields,kinds,codecs,entity,call,oncePer}.ts',
    contract('*'),
    dataProvider('form spellings methods'),
    server('input contentParams edit'),
    screens('form unchecked moment numbers'),
    console('moveUndo ownColumns'),
  ),
  'contract/formats': room(
    'contract/{formats,links,moment,oneLine,uploadTypes,tags,secrets,frameHosts,languages,contradictions}.ts',
    contract('moment oneLine'),
    server('contentParams input slug configExtend contradictions transfer securePatterns secureParams'),
    screens('form unchecked moment numbers richTextFilms uploadInputs'),
  ),
  'contract/calls': room(
    'contract/calls/**',
    dataProvider('specified'),
    server('genericCalls refusals input confirm rule'),
  ),
  'contract/entities': room(
    'contract/entities/**',
    dataProvider('specified methods'),
    server('genericCalls rule input'),
  ),
  contract: room(
    'contract/**',
    contract('*'),
    dataProvider('form spellings methods http odd specified existingBackEnd'),
    ['tests/coverage.test.ts'],
    server('genericCalls contradictions modelRules input menu rule slug refusals schemaDiff settings content'),
    server('contentParams configExtend edit search searchProperty column siteContents uploadServed secrets scrub'),
    screens('form unchecked richTextFilms moment numbers uploadInputs seo compare preferences references list'),
    ['tests/entities.test.ts'],
    browser('config specification plain'),
  ),
  dataProvider: room(
    'dataProvider/**',
    dataProvider('*'),
    authProvider('*'),
    screens('sendFile connection oddReplies spoiltReplies silence content'),
    console('serverReplies specification app'),
    browser('plain otherHost'),
  ),
  authProvider: room(
    'authProvider/**',
    authProvider('*'),
    dataProvider('connection earlyReads'),
    screens('signIn totp account sessionEnd endSession'),
    browser('session sessionDies passkeys'),
  ),
  i18n: room(
    'i18n/**',
    i18n('*'),
    screens('faces signIn explain list form bulk duplicate'),
    server('contradictions message'),
    browser('specification'),
  ),
  checkBackend: room('checkBackend/**', server('checkBackend')),
  build: room('build/** vite.config.ts index.html', server('start weakPasswords'), browser('firstLoad otherHost')),
  deploy: room('deploy/** Dockerfile compose.yaml', server('deploy')),
  examples: room('examples/**', server('siteOpen headers'), browser('exampleSite')),
  docs: room(
    '**/*.md examples/**/*.md docs/**',
    ['tests/signposts.test.ts', 'tests/coverage.test.ts'],
    browser('guides'),
  ),

  'src/access': room('src/access/**', screens('rightsMatrix ruleTree explain'), console('access'), browser('access')),
  'src/account': room(
    'src/account/**',
    screens('account confirm totp preferences'),
    console('tokens confirm'),
    browser('passkeys confirm session'),
  ),
  'src/app': room('src/app/**', screens('spoiltReplies connection'), console('app'), browser('firstLoad')),
  'src/auth': room('src/auth/**', screens('palette list form bulk content'), console('access'), browser('access')),
  'src/backups': room('src/backups/**', screens('backups')),
  'src/bulk': room('src/bulk/**', screens('bulk batches duplicate references'), browser('lists')),
  'src/config': room(
    'src/config/**',
    screens('config configFile silence untold'),
    console('config agreement'),
    browser('config'),
  ),
  'src/content': room(
    'src/content/**',
    screens('content seo tags publishCheck tree batches logs oddReplies form'),
    console('contentModels newCategory specification publishing'),
    browser('media columns article'),
  ),
  'src/csv': room('src/csv/**', screens('transfer'), browser('lists')),
  'src/declaration': room(
    'src/declaration/**',
    screens('form list content faces references unchecked bulk duplicate silence'),
    browser('faces'),
  ),
  'src/delete': room(
    'src/delete/**',
    screens('bulk batches list tree'),
    console('serverLists records'),
    browser('lists'),
  ),
  'src/drafts': room(
    'src/drafts/**',
    screens('form openScreens compare home'),
    console('places publishing'),
    browser('writing sessionDies'),
  ),
  'src/early': room(
    'src/early/**',
    screens('configFile earlyReads'),
    console('app'),
    dataProvider('earlyReads'),
    browser('firstLoad'),
  ),
  'src/fields/references': room(
    'src/fields/{ChoiceSearch,ChoiceSelect,RecordSearch,RefInput,RefTitle,RefsInput,SearchedReference}.tsx src/fields/useAll.ts',
    screens('references form batches'),
    console('contentModels'),
  ),
  'src/fields/files': room(
    'src/fields/{FileInput,ImageInput,Player,RowPicture}.tsx',
    screens('uploadInputs media uploadElsewhere'),
  ),
  'src/fields/times': room('src/fields/{MomentField,MomentInput,Time}.tsx', screens('moment form list')),
  'src/fields': room(
    'src/fields/**',
    screens(
      'form compare media mediaText moment numbers references seo uploadInputs uploadElsewhere untold list config faces',
    ),
    screens('logs oddReplies content batches'),
    console('contentModels'),
    browser('article media'),
  ),
  'src/form/publishing': room('src/form/publishing/**', screens('openScreens home'), console('publishing')),
  'src/form': room(
    'src/form/**',
    screens('form saveState compare publishCheck versions content uploadInputs unchecked references'),
    screens('openScreens silence list'),
    console('serverReplies publishing'),
    browser('typing writing publishing'),
  ),
  'src/home': room('src/home/**', screens('home spoiltReplies'), console('records'), browser('home')),
  'src/layout': room(
    'src/layout/**',
    screens('openScreens oddReplies uploadElsewhere signIn spoiltReplies'),
    console('menus frame navigation app places'),
    browser('access frame config'),
  ),
  'src/list': room(
    'src/list/**',
    screens('list faces moment numbers content bulk silence outsideScope'),
    console('serverLists records'),
    browser('lists faces keyboard'),
  ),
  'src/logs': room('src/logs/**', screens('logs batches compare'), console('logs')),
  'src/media': room('src/media/**', screens('media mediaText pictureEditor list oddReplies'), browser('media')),
  'src/navigation': room(
    'src/navigation/**',
    screens('menuPlace routerProvider oddReplies untold palette'),
    console('menus frame navigation app places specification'),
    browser('access columns'),
  ),
  'src/palette': room('src/palette/**', screens('palette'), browser('palette')),
  'src/recycle': room('src/recycle/**', screens('bulk list silence'), console('serverLists'), browser('lists')),
  'src/resources': room(
    'src/resources/**',
    screens('form list content faces references bulk duplicate compare logs silence unchecked untold'),
    console('contentModels'),
    browser('specification faces'),
  ),
  'src/richText': room(
    'src/richText/**',
    screens('countText findBar richText richText*'),
    browser('richText editor* article remotePictures'),
  ),
  'src/screen': room(
    'src/screen/**',
    screens('list form content bulk duplicate faces logs references versions silence move tree'),
    console('serverLists'),
    browser('lists'),
  ),
  'src/services': room(
    'src/services/**',
    screens('preferences confirm connection silence list form config palette openScreens'),
    console('specification'),
    browser('session'),
  ),
  'src/signIn': room(
    'src/signIn/**',
    screens('signIn endSession sessionEnd unchecked totp'),
    browser('session sms passkeys sessionDies'),
  ),
  'src/system': room('src/system/**', screens('oddReplies spoiltReplies'), server('systemStatus'), browser('config')),
  'src/templates': room('src/templates/**', screens('config untold content'), console('config')),
  'src/theme': room(
    'src/theme/**',
    ['tests/contrast.test.ts'],
    screens('safariPrefix preferences'),
    console('app'),
    browser('a11y'),
  ),
  'src/tree': room('src/tree/**', screens('tree move'), console('records'), browser('columns')),
  'src/ui': room(
    'src/ui/**',
    screens('connection faces home list palette confirm preferences oddReplies form'),
    browser('keyboard a11y'),
  ),
  'src/upload': room(
    'src/upload/**',
    screens(
      'uploadQueue cloudUpload uploadElsewhere uploadInputs richTextRemote richTextUploads media unchecked sendFile',
    ),
    browser('cloud media'),
  ),
  'src/utils': room('src/utils/**', screens('form palette list home logs')),
  'src/versions': room('src/versions/**', screens('versions compare'), console('publishing')),

  'server/auth/factors': room(
    'server/auth/{confirmHandlers,factors,passkeyHandlers,passkeys,recoveryCodes,totp}.ts',
    server('totp passkeys confirm'),
    browser('passkeys'),
  ),
  'server/auth/signIn': room(
    'server/auth/{accountRefusal,authHandlers,knownDevices,newDeviceNotice,session,signIn,signInThrottle,smsCodes}.ts',
    server('login session newDevice ownSessions sms sharedLimits'),
  ),
  'server/auth/passwords': room(
    'server/auth/{commonPasswords,password,weakPasswords}.ts',
    server('weakPasswords resetPassword login'),
  ),
  'server/auth/rights': room(
    'server/auth/{adminHandlers,admit,callersRole,contractRules,isForPrograms,limits,rights,roleHandlers,ruleHandlers}.ts',
    server(
      'role rule roleLimits rising accessMatrix roleLimitsBeside viewAs isPublic secureTokens securePublishing secureHidden',
    ),
  ),
  'server/auth/explain': room('server/auth/explain/**', server('explain rising')),
  'server/auth': room(
    'server/auth/**',
    server(
      'login session totp passkeys programTokens preferences profile ownSessions newDevice resetPassword role rule viewAs',
    ),
    server(
      'secureTokens secureInFlight securePublishing sms confirm weakPasswords rising explain roleLimits roleLimitsBeside accessMatrix sharedLimits isPublic',
    ),
    server('refusals input'),
    console('access'),
    browser('access'),
  ),
  'server/backup': room(
    'server/backup/**',
    server('backups backup restore backupDamaged backupHardened restoresProven secureBackup whileAdmitted backup*'),
  ),
  'server/bulk': room('server/bulk/**', server('bulk duplicate batches roleLimits secureTokens')),
  'server/commands': room(
    'server/commands/*',
    server('start dev resetPassword verify backup restore import schemaDiff upgrade'),
    browser('guides'),
  ),
  'server/commands/pbootcms': room(
    'server/commands/pbootcms/**',
    server('import importOddSources importRefusals longImport'),
  ),
  'server/config': room('server/config/**', server('config configExtend configEffects secrets secretsNowhere')),
  'server/console': room('server/console/**', server('home systemStatus menu search')),
  'server/content': room(
    'server/content/**',
    server('content publishing publishCheck preview column columnDelete contentParams tags single category slug sku'),
    server('siteContents versions histories roleLimitsBeside securePublishing secureTrees secureBlocking secureTurns'),
  ),
  'server/core': room(
    'server/core/**',
    server(
      'settings secrets clock start systemStatus failure refusals message maskSecrets sharedLimits securePatterns turns',
    ),
  ),
  'server/csv': room('server/csv/**', server('transfer transferParams longImport secureHidden turns')),
  'server/database': room(
    'server/database/**',
    server('derived storage upgrade schemaDiff checkDatabaseFile preparedQueries outage connections replica pgbouncer'),
    server('search spelling longLists sortKeys start clock sideBySide'),
  ),
  'server/engine/lists': room(
    'server/engine/{list/**,onlyDeclared.ts,tree.ts}',
    server(
      'bulk searchProperty genericCalls search spelling longLists sortKeys column siteContents content secureTrees',
    ),
  ),
  'server/engine/writes': room(
    'server/engine/{kinds/**,write/**,hooks.ts,lifecycle.ts}',
    server(
      'features waysOfWriting edit sku batches bulk recycle input idempotency contradictions secureTrees secureHidden',
    ),
  ),
  'server/engine/copies': room(
    'server/{content/contentState,content/oldSlugs,content/workingCopies,engine/write/versions,features}.ts',
    server('publishing versions slug histories siteContents'),
  ),
  'server/engine': room(
    'server/engine/**',
    server(
      'edit input html securePatterns refTitles nicknames searchProperty search contradictions tags template navigation idempotency slug',
    ),
    server('content contentParams genericCalls longLists derived versions batches bulk column modelRules roleLimits'),
    server('histories'),
    ['tests/entities.test.ts'],
  ),
  'server/http': room(
    'server/http/**',
    server(
      'headers badInput bodies refusals metrics runLog failure slowClients connections stop sharedLimits isPublic',
    ),
    server('uploadServed keepPrivate plain replica crashes'),
    browser('xss otherHost'),
  ),
  'server/logs': room('server/logs/**', server('operationLog nicknames runLog retention maskSecrets')),
  'server/media': room(
    'server/media/**',
    server(
      'upload media changePicture mediaFetch uploadServed decoder cloud uploadHostile securePictures sharedDisk keepPrivate',
    ),
  ),
  'server/messaging': room('server/messaging/**', server('sms message configEffects newDevice')),
  'server/recycle': room('server/recycle/**', server('recycle secureBlocking histories retention securePublishing')),
  'server/setup': room('server/setup/**', server('sample rule start secureStart')),
  'server/site': room('server/site/**', server('siteContents siteMessages siteOpen siteVisits isPublic')),
  'server/steps': room('server/steps/**', server('secureBlocking longImport')),
  'server/templates': room('server/templates/**', server('template')),
  'server/verify': room('server/verify/**', server('verify upgrade')),
  'server/versions': room('server/versions/**', server('versions batches histories secureBlocking')),
  server: room('server/*', server('start stop settings headers')),

  // These rooms belong to the tests themselves. A file of tests/support also has every test that imports it
  // (loop/selectTests.ts).
  'tests/proof': room('tests/proof/**', ['tests/coverage.test.ts']),
  'tests/prove': room('tests/prove/**', server('crashes badInput slowClients restoresProven')),
  runner: room(
    'tests/*.ts tests/loop/** tests/support/{budget,checks,countingReporter,measureSlowness,processorTime,runVitest}.ts vitest.config.ts',
    ['tests/{runner,rooms}.test.ts'],
  ),
};

/** Globs of the files that no single test looks at, but only the whole of `npm test`. */
export const roomless = [
  '.*',
  '.{ci,github}/**',
  '{biome,knip,package,package-lock,tsconfig}.json',
  '{LICENSE,CONTRIBUTING.md}',
  'tests/{support,bench,screenshots,plain}/**',
  'docs/**',
];
