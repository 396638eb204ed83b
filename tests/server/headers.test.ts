import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { calls } from '../../contract/index.ts';
import { guardRoutes } from '../../server/http/plugins/guard.ts';
import { startServer, useServer } from '../support/server.ts';

interface OpenApi {
  servers: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, { operationId: string; responses: object; tags: string[] }>>;
}

test('the probes, which monitors ask, and the example site answer HEAD as well, and no call does', async () => {
  const server = await startServer({ settings: { exampleSite: true } });
  const head = async (path: string) =>
    (await fetch(`${server.url}${path}`, { method: 'HEAD', redirect: 'manual' })).status;
  for (const path of ['/healthz', '/readyz', '/site/']) expect(await head(path), path).toBe(200);
  expect(await head('/site')).toBe(302);
  for (const [path] of calls) expect(await head(`/api/${path}`), path).toBe(405);
  await server.stop();
});

test('secure A16: the host that a request names begins no directive of the example site’s policy', async () => {
  const server = await startServer({ settings: { exampleSite: true } });
  const policyFor = async (headers: Record<string, string>) => {
    const [reply] = (await once(get(`${server.url}/site/`, { headers }), 'response')) as [IncomingMessage];
    reply.resume();
    return reply.headers['content-security-policy'];
  };
  expect(await policyFor({ host: 'a; script-src *; x' })).toMatch(/; connect-src 'self'; base-uri/);
  expect(await policyFor({})).toContain(`connect-src 'self' ${server.url};`);
  await server.stop();
});

describe('A route', () => {
  test('without an access level cannot register', () => {
    const app = Fastify();
    guardRoutes(app);
    const add = (url: string, config?: object) => () => app.get(url, { ...(config && { config }) }, () => 'secret');
    expect(add('/api/secret')).toThrow('/api/secret has no access level');
    expect(add('/healthz/more')).toThrow('has no access level');
    expect(add('/api/docsx')).toThrow('has no access level');
    expect(add('/api/x', { routed: { call: { path: 'x' } } })).toThrow('has no access level');
    expect(add('/api/y', { routed: { call: { path: 'y', access: 'public' } } })).not.toThrow();
  });

  test('of the contract that is not public is refused without a token, and with a dead one', async () => {
    const server = await startServer();
    for (const [path, { call }] of calls) {
      for (const token of ['', 'dead']) {
        const { status } = await server.call(path, {}, { token });
        expect([path, status]).toEqual([path, call.access === 'public' ? 200 : 401]);
      }
    }
    await server.stop();
  });

  test('of the contract that needs a rule is refused to a role without rules', async () => {
    const server = await startServer();
    const { token } = await server.makeAdmin(await server.makeRole([]));
    for (const [path, { call }] of calls) {
      if (call.access !== 'rule') continue;
      expect([path, (await server.call(path, {}, { token })).status]).toEqual([path, 403]);
    }
    await server.stop();
  });
});

describe('Headers', () => {
  const server = useServer({ settings: { corsOrigins: ['https://admin.example.com'] } });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

  test('protect each reply, also a refusal', async () => {
    for (const path of [
      '/api/auth.auth/ini',
      '/api/base.Menu',
      '/api/nothing',
      '/healthz',
      '/upload/none.png',
      '/%zz',
    ]) {
      const { headers } = await get(path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'/);
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      expect(headers.get('x-frame-options'), path).toBe('SAMEORIGIN');
      for (const absent of ['x-powered-by', 'server', 'set-cookie']) expect(headers.get(absent), path).toBeNull();
    }
  });

  test('keep the browser to TLS where the proxy says that the request came through it', async () => {
    const policy = async (headers: Record<string, string>) =>
      (await get('/api/auth.auth/ini', headers)).headers.get('strict-transport-security');
    expect(await policy({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000');
    expect(await policy({})).toBeNull();
  });

  test('let no cache keep what the API says', async () => {
    for (const path of ['/api/auth.auth/ini', '/api/base.Menu', '/healthz'])
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-store');
  });

  test('name no build where no console is served', async () => {
    expect((await get('/api/auth.auth/ini')).headers.get('x-build')).toBeNull();
  });

  test('answer only the origins that are named', async () => {
    const allowed = async (origin: string) =>
      (await get('/api/auth.auth/ini', { origin })).headers.get('access-control-allow-origin');
    expect(await allowed('https://admin.example.com')).toBe('https://admin.example.com');
    for (const origin of [
      'https://evil.example',
      'https://admin.example.com.evil.example',
      'http://admin.example.com',
      'null',
    ])
      expect(await allowed(origin)).toBeNull();
    const preflight = await fetch(`${server.url}/api/base.base/addColumn`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://admin.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
    const names = 'Authorization, Content-Type, Idempotency-Key, Accept-Language';
    expect(preflight.headers.get('access-control-allow-headers')).toBe(names);
    expect(preflight.headers.get('access-control-max-age')).toBe('600');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('keep from another origin what is not meant for it: its console is another build', async () => {
    const { headers } = await get('/api/auth.auth/ini', { origin: 'https://admin.example.com' });
    expect(headers.get('access-control-expose-headers')).toBeNull();
  });

  test('answer no origin where none is named', async () => {
    const closed = await startServer();
    const { headers } = await fetch(`${closed.url}/api/auth.auth/ini`, {
      headers: { origin: 'https://admin.example.com' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    await closed.stop();
  });
});

describe('Beside the calls', () => {
  const server = useServer();

  test('the probe says that the server and its database work', async () => {
    const response = await fetch(`${server.url}/healthz`);
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'ok' }]);
  });

  test('the API page describes every call of the contract', async () => {
    const { openapi, paths } = await (await fetch(`${server.url}/api/docs/json`)).json();
    expect(openapi).toBe('3.1.0');
    for (const [path, { call }] of calls)
      expect(paths[`/api/${path}`]?.[call.verb.toLowerCase()]?.summary).toBe(call.title);
  });

  test('C9: the API page has operations by name, servers, refusals and tags, and Redocly finds nothing in it', async () => {
    const source = await (await fetch(`${server.url}/api/docs/json`)).text();
    const { servers, tags, paths } = JSON.parse(source) as OpenApi;
    expect(servers).toEqual([{ url: '/' }]);
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['auth.auth.login', 'base.Menu', 'base.base.editColumn.get']));
    for (const { operationId, responses, tags: own } of operations) {
      expect(Object.keys(responses), operationId).toEqual(['200', '4XX']);
      expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(own));
    }
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(found.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`)).toEqual([]);
  });

  test('secure A9: the API page and its description are answered to one address 120 times a minute', async () => {
    const ask = (path: string, address: string) =>
      fetch(`${server.url}/api/docs${path}`, { headers: { 'x-forwarded-for': address } });
    const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await ask('/', '192.0.2.1')).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const path of ['/', '/json', '/yaml', '/static/swagger-ui.css'])
      expect((await ask(path, '192.0.2.1')).status).toBe(429);
    expect((await ask('/json', '192.0.2.2')).status).toBe(200);
  });

  test('A20: the API page frames nothing, and nothing frames it', async () => {
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/static/index.html', '/api/docs/json']) {
      const { headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' });
      const policy = headers
        .get('content-security-policy')
        ?.split(';')
        .map((part) => part.trim());
      for (const none of ["frame-ancestors 'none'", "default-src 'none'"]) expect(policy, path).toContain(none);
      expect(
        policy?.filter((part) => /^(frame|child)-src/.test(part)),
        path,
      ).toEqual([]);
      expect(headers.get('x-frame-options'), path).toBe('DENY');
    }
  });

  test('no path leads out of the upload folder', async () => {
    for (const path of [
      '/upload/../rtop.db',
      '/upload/%2e%2e/rtop.db',
      '/upload/..%2frtop.db',
      '/upload/%2e%2e%5crtop.db',
      '/upload/',
    ]) {
      const response = await fetch(`${server.url}${path}`);
      expect([403, 404], path).toContain(response.status);
      expect(await response.text()).not.toContain('SQLite');
    }
  });

  test('what is uploaded is shown to other sites, but runs nowhere', async () => {
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${server.settings.dataDir}/upload/a.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const { status, headers } = await fetch(`${server.url}/upload/a.svg`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
