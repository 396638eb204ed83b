import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { whileMustChange } from '../../contract/calls/auth.ts';
import { calls, rulesOf } from '../../contract/index.ts';
import { buildApp } from '../../server/app.ts';
import { describeTestedDatabases, type TestServer, useServer } from '../support/server.ts';

/** The screen of the role with the rules of one screen, which also holds the rules of its calls. */
const screen = '/columnList';
const columnRules = [...calls.values()].flatMap(({ call, entity }) => (entity?.screen === screen ? rulesOf(call) : []));
const allRules = [...new Set([...calls.values()].flatMap(({ call }) => rulesOf(call)))];

/** Whether the guard refuses a call or lets it pass. A call that passes writes nothing: its parameters are refused. */
type GuardOutcome = 401 | 403 | 'passes';
const everyCall = [...calls.values()].flatMap(({ call }) =>
  [call.verb, call.also].filter((verb) => verb !== undefined).map((verb) => ({ call, verb })),
);

/** For each kind of caller, what the contract says of a call. */
const callers: Record<string, (call: Call) => GuardOutcome> = {
  'no token': ({ access }) => (access === 'public' ? 'passes' : 401),
  'a token that never was': ({ access }) => (access === 'public' ? 'passes' : 401),
  'a token that has expired': ({ access }) => (access === 'public' ? 'passes' : 401),
  'a super administrator': () => 'passes',
  'a role with all rules': () => 'passes',
  'a role with the rules of one screen': (call) => byRules(call, [screen, ...columnRules]),
  'a role with no rules': (call) => byRules(call, []),
  'one who must change the password': (call) => {
    if (call.access === 'public' || whileMustChange.includes(call.path)) return 'passes';
    return 403;
  },
};

function byRules(call: Call, held: string[]): GuardOutcome {
  return call.access !== 'rule' || [...rulesOf(call), call.orRule].some((one) => one && held.includes(one))
    ? 'passes'
    : 403;
}

describeTestedDatabases('Every call', (server) => {
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    const made = async (rules: string[]) => (await server.makeAdmin(await server.makeRole(rules))).token;
    const expired = await server.makeAdmin(await server.makeRole(allRules));
    const first = { username: 'must-change', password: 'only-the-first-1', groupId: await server.makeRole(allRules) };
    await server.data('base.admin/addAdmin', first);
    await server.database.db
      .updateTable('session')
      .set({ expires: '2020-01-01T00:00:00Z' })
      .where('admin_id', '=', expired.id)
      .execute();
    Object.assign(tokens, {
      'no token': '',
      'a token that never was': 'A'.repeat(43),
      'a token that has expired': expired.token,
      'a super administrator': server.token,
      'a role with all rules': await made(allRules),
      'a role with the rules of one screen': await made([screen, ...columnRules]),
      'a role with no rules': await made([]),
      'one who must change the password': await server.signIn(first.username, first.password),
    });
  });

  test.each(Object.entries(callers))('answers %s as the contract says', async (who, told) => {
    const wrong: string[] = [];
    for (const { call, verb } of everyCall) {
      const found = await cellOf(server, call, verb, tokens[who] ?? '');
      if (found !== told(call)) wrong.push(`${verb} ${call.path}: ${found}, not ${told(call)}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** A parameter that no call takes. A call that passes the guard is refused because of it, before anything is done. */
const unknownParam = 'of-no-call';

async function cellOf(server: TestServer, call: Call, verb: string, token: string): Promise<GuardOutcome | number> {
  const inQuery = verb === 'GET';
  const headers = { ...(token && { authorization: token }), ...(!inQuery && { 'content-type': 'application/json' }) };
  const response = await fetch(`${server.url}/api/${call.path}${inQuery ? `?${unknownParam}=1` : ''}`, {
    method: verb,
    headers,
    ...(!inQuery && { body: JSON.stringify({ [unknownParam]: { nested: true } }) }),
  });
  await response.text();
  return [200, 415].includes(response.status) ? 'passes' : response.status;
}

describe('A route', () => {
  const server = useServer();

  test('below /api/ is a call of the contract, and each of these is there', async () => {
    const app = await buildApp(server.database, server.settings, { withConsole: false });
    await app.ready();
    const registered = routesIn(app.printRoutes({ commonPrefix: false }));
    await app.close();
    const ours = registered.filter((url) => url.startsWith('/api/') && !url.startsWith('/api/docs'));
    expect(ours.toSorted()).toEqual([...calls.keys()].map((path) => `/api/${path}`).toSorted());
  });

  test('that the contract does not have cannot be registered', async () => {
    const app = await buildApp(server.database, server.settings, { withConsole: false });
    expect(() => app.get('/api/base.base/secret', async () => 1)).toThrow('has no access level');
    await app.close();
  });
});

/** Reads the paths from Fastify's printed tree of routes, in which each line continues the one a level above it. */
function routesIn(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, verbs] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? [];
    if (part === undefined) return [];
    above.splice(indent.length / 4, above.length, part);
    return verbs && verbs !== 'OPTIONS' ? [above.join('')] : [];
  });
}
