/** The rooms of a list are in order: each may import those before it and none after it, so no two import each other. */
const console = [
  ...['early', 'utils', 'theme', 'services', 'ui', 'auth', 'navigation', 'declaration'],
  ...['upload', 'richText', 'fields', 'drafts', 'delete', 'tree', 'bulk', 'csv', 'list', 'form'],
  ...[
    'logs',
    'screen',
    'versions',
    'content',
    'media',
    'recycle',
    'config',
    'system',
    'templates',
    'access',
    'account',
    'backups',
    'signIn',
  ],
  ...['resources', 'home', 'palette', 'layout', 'app'],
];
const server = [
  ...[
    'core',
    'database',
    'engine',
    'steps',
    'config',
    'messaging',
    'auth',
    'logs',
    'media',
    'content',
    'recycle',
    'templates',
  ],
  ...['bulk', 'csv', 'versions', 'site', 'backup', 'verify', 'console', 'http', 'setup'],
];
const clients = ['dataProvider', 'authProvider', 'i18n', 'checkBackend'];
const oneOf = (rooms) => `(${rooms.join('|')})`;

const layers = (root, rooms) =>
  rooms.slice(0, -1).map((room, at) => ({
    name: `${root}/${room} imports no higher room`,
    severity: 'error',
    from: { path: `^${root}/${room}/` },
    // A dynamic import may reach a higher room: an input opens the media library, for example.
    to: { path: `^${root}/(${rooms.slice(at + 1).join('|')})/`, dependencyTypesNot: ['dynamic-import'] },
  }));

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    forbid(
      'no cycles',
      { pathNot: '^tests/' },
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    forbid('imports name a file that is there, with its extension', {}, { couldNotResolve: true, path: '^\\.' }),
    forbid('contract imports nothing', { path: '^contract/' }, { pathNot: '^contract/' }),
    forbid('the clients know neither console nor server', { path: `^${oneOf(clients)}/` }, { path: '^(src|server)/' }),
    forbid('the console reaches the server through the data provider alone', { path: '^src/' }, { path: '^server/' }),
    forbid('the server knows no client', { path: '^server/' }, { path: `^(src|${clients.slice(0, 3).join('|')})/` }),
    forbid(
      'one resource does not know another',
      { path: '^src/resources/', pathNot: 'index\\.ts$' },
      { path: '^src/resources/' },
    ),
    forbid(
      'migrations are frozen: they know Kysely and their column helper alone',
      { path: '^server/database/migrations/', pathNot: 'index\\.ts$' },
      { pathNot: ['(^|/)node_modules/kysely/', '^server/database/migrations/'] },
    ),
    forbid('every room of the console is in the list', { path: `^src/(?!${oneOf(console)}/|[^/]+$)` }, {}),
    forbid(
      'every room of the server is in the list',
      { path: `^server/(?!${oneOf([...server, 'commands'])}/|[^/]+$)` },
      {},
    ),
    forbid(
      'no room starts the server',
      { path: `^server/${oneOf(server)}/` },
      { path: '^server/((?!features\\.ts)[^/]+$|commands/)' },
    ),
    forbid(
      'the engine and the features do not know who is registered',
      { path: `^server/(?!setup/|commands/)[^/]+/` },
      { path: '^server/features\\.ts$' },
    ),
    ...layers('src', console),
    ...layers('server', server),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node'],
      // .ts and .tsx are left out because Node resolves our own files only if the import names the extension.
      extensions: ['.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
