import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hmac = (key: string, text: string) => createHmac('sha1', key).update(text).digest('hex');
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** `name=value` of the named values, names in lower case, both encoded, sorted. */
function listed(names: string, of: (name: string) => string | undefined): string | undefined {
  const pairs = names.split(';').filter(Boolean);
  const values = pairs.map((name) => of(name));
  if (values.includes(undefined)) return undefined;
  return pairs.map((name, at) => `${name}=${encoded(values[at] ?? '')}`).join('&');
}

/** Whose key a request was signed with, and how long the signature is good; what it says is not yet believed. */
export function signerOf({ headers }: IncomingMessage): string {
  return new URLSearchParams((headers.authorization ?? '').replaceAll('+', '%2B')).get('q-ak') ?? '';
}

/**
 * Whether a request carries the signature that this key makes of it (COS documentation, "Request signature"). The host and
 * every parameter of the query must be signed.
 */
export function isSignedWith(secretKey: string, request: IncomingMessage): boolean {
  const given = new URLSearchParams((request.headers.authorization ?? '').replaceAll('+', '%2B'));
  const part = (name: string) => given.get(`q-${name}`) ?? '';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const params = new Map([...new URLSearchParams(query)].map(([name, value]) => [encoded(name).toLowerCase(), value]));
  const [from, to] = part('sign-time').split(';').map(Number);
  const now = Date.now() / 1000;
  const isInTime = from !== undefined && to !== undefined && from <= now + 5 && now < to;
  const headerNames = part('header-list').split(';');
  const paramNames = part('url-param-list').split(';');
  const isWhole = headerNames.includes('host') && [...params.keys()].every((name) => paramNames.includes(name));
  const asked = listed(part('url-param-list'), (name) => params.get(name));
  const headers = listed(part('header-list'), (name) => request.headers[name]?.toString());
  if (part('sign-algorithm') !== 'sha1' || !isInTime || !isWhole || asked === undefined || headers === undefined)
    return false;
  const text = [request.method?.toLowerCase(), decodeURIComponent(path), asked, headers, ''].join('\n');
  const digest = createHash('sha1').update(text).digest('hex');
  const signKey = hmac(secretKey, part('key-time'));
  return part('signature') === hmac(signKey, `sha1\n${part('sign-time')}\n${digest}\n`);
}
