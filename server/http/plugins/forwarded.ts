import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const header = 'x-forwarded-for';
const withoutPort = (part: string) => part.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

/**
 * Leaves addresses alone in what proxies say of whom they answer: limits, logs and sessions take them as they are. Some write
 * the port too; where one wrote no address, it stands for whoever that was, and what came to it with the request counts no more.
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
