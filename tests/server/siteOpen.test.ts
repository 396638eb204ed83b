import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { isOfSite, siteVisit } from '../../contract/calls/site.ts';
import { calls } from '../../contract/index.ts';
import { corsAndLimits } from '../../server/http/plugins/corsAndLimits.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ settings: { corsOrigins: ['https://admin.example.com'] } });
const siteCalls = [...calls.values()].map(({ call }) => call).filter(isOfSite);
const other = { origin: 'https://shop.example.com' };

test('a page of any origin may make a call of the site, without credentials, and no other call', async () => {
  const allowed = async (path: string, init: RequestInit = {}) => {
    const { headers } = await fetch(`${server.url}/api/${path}`, { headers: other, ...init });
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    return headers.get('access-control-allow-origin');
  };
  for (const { path, verb } of siteCalls) expect(await allowed(path, { method: verb }), path).toBe('*');
  expect(await allowed('auth.auth/ini')).toBeNull();
  const preflight = {
    ...other,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  };
  expect(await allowed('site.message/send', { method: 'OPTIONS', headers: preflight })).toBe('*');
  expect(await allowed('base.base/addColumn', { method: 'OPTIONS', headers: preflight })).toBeNull();
});

test('an address that asks too often is told when to ask again, and others are not held up', async () => {
  const ask = (ip: string) =>
    fetch(`${server.url}/api/site.message/send`, { method: 'POST', headers: { 'x-forwarded-for': ip } });
  const replies = await Promise.all(Array.from({ length: 21 }, () => ask('198.51.100.77')));
  const late = replies.filter(({ status }) => status === 429);
  expect(late).toHaveLength(1);
  expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await late[0]?.json()).toMatchObject({ code: 429 });
  expect((await ask('198.51.100.78')).status).toBe(200);
});

test('secure A9: what each call stores has a limit for a day too, for each address', async () => {
  const app = Fastify({ trustProxy: true });
  await corsAndLimits(app, server.database, server.settings);
  const call = { ...siteVisit, perDay: 3 };
  app.get(
    '/visit',
    { config: { routed: { call } as never, rateLimit: { max: 100, timeWindow: 60_000 } } },
    () => 'stored',
  );
  const ask = async (ip: string) => (await app.inject({ url: '/visit', headers: { 'x-forwarded-for': ip } })).body;
  const tooOften = expect.stringContaining('too_many');
  const replies = [];
  for (let n = 0; n < 5; n++) replies.push(await ask('198.51.100.80'));
  expect([replies, await ask('198.51.100.81')]).toEqual([['stored', 'stored', 'stored', tooOften, tooOften], 'stored']);
  await app.close();
});

test('A20: of IPv6 the networks of 64, 56 and 48 bits are counted, each with twice as much as the one within it', async () => {
  const ask = async (ip: string) => {
    const headers = { 'x-forwarded-for': ip };
    return (await fetch(`${server.url}/api/site.message/send`, { method: 'POST', headers })).status;
  };
  const refusedOf = async (ips: string[]) =>
    (await Promise.all(ips.map(ask))).filter((status) => status === 429).length;
  const many = (n: number, ip: (at: number) => string) => Array.from({ length: n }, (_, at) => ip(at));
  expect(await refusedOf(many(21, (at) => `2001:db8:1:100::${at}`))).toBe(1);
  expect(await refusedOf(many(20, (at) => `2001:db8:1:1${(at + 16).toString(16)}::1`))).toBe(1);
  expect(await refusedOf(many(40, (at) => `2001:db8:1:${(at + 2).toString(16)}00::1`))).toBe(1);
  expect(await ask('2001:db8:2::1')).toBe(200);
});

test('each call of the site is limited and described with its parameters and reply', async () => {
  const { paths } = await (await fetch(`${server.url}/api/docs/json`)).json();
  for (const call of siteCalls) {
    expect(call.perMinute, call.path).toBeGreaterThan(0);
    const described = paths[`/api/${call.path}`][call.verb.toLowerCase()];
    expect(described.description).toContain(`${call.perMinute}`);
    const schema = described.requestBody?.content['application/json'].schema.properties;
    const names = described.parameters?.map(({ name }: { name: string }) => name) ?? Object.keys(schema ?? {});
    expect(names.toSorted()).toEqual(Object.keys(call.params).toSorted());
    const { data } = described.responses['200'].content['application/json'].schema.properties;
    if (call.returns) expect(Object.keys(data.properties ?? data.items.properties).length).toBeGreaterThan(0);
  }
});
