import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const header = 'x-forwarded-for';
const withoutPort = (part: string) => part.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

/**
 * Normalises the client addresses that proxies forward, because limits, logs and sessions use them unchanged. Some
 * proxies add the port. An entry without a valid address stands for an unknown peer, and entries before it, which came
 * with that peer's request, are ignored.
 */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const written = raw.headers[header];
    if (written === undefined) return;
    const parts = String(written)
      .split(',')
      .map((part) => withoutPort(part.trim()));
    const addresses = parts.slice(parts.findLastIndex((part) => isIP(part) === 0) + 1);
    if (addresses.length > 0) raw.headers[header] = addresses.join(', ');
    else delete raw.headers[header];
  });
}
