import { type IncomingMessage, request as plain } from 'node:http';
import { request as secured } from 'node:https';
import { isIP } from 'node:net';
import type { Outside } from './outside.ts';

const mostRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'rTop-Admin' };

/** An address that may be followed at all: http or https, and nobody's name and password in it. */
export const isWebAddress = ({ protocol, username, password }: URL) =>
  (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';

/**
 * Asks for what stands at an address that a user gave. A name is resolved once, all its addresses are
 * checked and the connection is made to those; so is each redirect, of which there are three at most. Nothing that
 * identifies anyone goes along.
 * @returns the reply 200, of which nothing is read yet
 * @throws Error for whatever else comes of it: who asked is told nothing more
 */
export async function openRemote(address: URL, outside: Outside, signal: AbortSignal): Promise<IncomingMessage> {
  let url = address;
  for (let left = mostRedirects; left >= 0; left--) {
    const reply = await ask(url, outside, signal);
    const { statusCode = 0 } = reply;
    if (statusCode === 200) return reply;
    reply.destroy();
    const { location } = reply.headers;
    if (!redirects.includes(statusCode) || !location) throw new Error(`${url} answers ${statusCode}`);
    url = new URL(location, url);
  }
  throw new Error(`${address} leads on and on`);
}

async function ask(url: URL, outside: Outside, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await checked(url, outside);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const abortSilent = () => asking.destroy(new Error(`${url.host} is silent`));
  const asking = (url.protocol === 'https:' ? secured : plain)(url, {
    ...{ headers, signal, timeout: outside.timeoutMs, agent: false },
    // To what was checked and nowhere else: a second answer of the name is not asked for.
    lookup: (_name, { all }, done) => {
      const [first] = addresses;
      if (all) done(null, addresses);
      else done(null, first?.address ?? '', first?.family);
    },
  });
  // Of the head, however often a byte of it comes; of the body a pause ends it.
  const late = setTimeout(abortSilent, outside.timeoutMs);
  asking.on('response', resolve).on('error', reject).on('timeout', abortSilent).end();
  return promise.finally(() => clearTimeout(late));
}

async function checked(url: URL, { resolve, mayReach }: Outside) {
  if (!isWebAddress(url)) throw new Error(`${url} is not followed`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (addresses.length === 0 || !addresses.every(({ address }) => mayReach(address, port)))
    throw new Error(`${url.host} is not the public web`);
  return addresses;
}
