import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Outside } from './outside.ts';

const maxRedirects = 3;
const redirects = [301, 302, 303, 307, 308];
const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'rTop-Admin' };

/** A reply that is neither a success nor a redirect. */
export class RemoteStatus extends Error {
  readonly status: number;

  constructor(url: URL, status: number) {
    super(`${url} answers ${status}`);
    this.status = status;
  }
}

/** Whether a URL may be requested at all: http or https, without user name and password. */
export const isWebAddress = ({ protocol, username, password }: URL) =>
  (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';

/**
 * Requests a URL that a user gave. The name is resolved once, all its addresses are checked, and the connection is made
 * only to those. The same applies to each redirect, of which at most three are followed. The request identifies nobody.
 * @returns a reply with status 200 whose body has not been read
 * @throws RemoteStatus; Error in any other case; the user is not told the reason
 */
export async function openRemote(address: URL, outside: Outside, signal: AbortSignal): Promise<IncomingMessage> {
  let url = address;
  for (let left = maxRedirects; left >= 0; left--) {
    const reply = await ask(url, outside, signal);
    const { statusCode = 0 } = reply;
    if (statusCode === 200) return reply;
    reply.destroy();
    const { location } = reply.headers;
    if (!redirects.includes(statusCode) || !location) throw new RemoteStatus(url, statusCode);
    url = new URL(location, url);
  }
  throw new Error(`${address} leads on and on`);
}

async function ask(url: URL, outside: Outside, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await checked(url, outside);
  signal.throwIfAborted();
  // Loaded late: see refuseUnreadable of http/plugins/errors.ts.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const abortSilent = () => asking.destroy(new Error(`${url.host} is silent`));
  const asking = request(url, {
    headers,
    signal,
    timeout: outside.timeoutMs,
    agent: false,
    // Connects only to the checked addresses. The name is not resolved again, because the second answer could differ (DNS
    // rebinding).
    lookup: (_name, { all }, done) => {
      const [first] = addresses;
      if (all) done(null, addresses);
      else done(null, first?.address ?? '', first?.family);
    },
  });
  // Limits the time for the whole head, even if it arrives byte by byte. For the body only a pause is limited.
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
