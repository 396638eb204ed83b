import { isIP, type Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countConnection } from '../../core/turns.ts';
import { policies } from './securityHeaders.ts';

/** Node starts all requests of a packet at once (up to 1,500 short ones) and keeps their replies in memory. */
const maxUnanswered = 8;

const unanswered = new WeakMap<Socket, number>();

/** @returns whether the connection was closed; further requests from the same packet still arrive and are dropped */
export function closesAtLimit(request: FastifyRequest, reply: FastifyReply): boolean {
  const { socket } = request.raw;
  const n = (unanswered.get(socket) ?? 0) + 1;
  unanswered.set(socket, n);
  if (n > maxUnanswered) {
    reply.hijack();
    socket.destroy();
    return true;
  }
  reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return false;
}

/** Closes a connection with too many unanswered requests and, when the server stops, every connection without one. */
export function limitConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isStopping = false;

  app.server.on('connection', (socket) => {
    countConnection();
    // Node keeps an address once it was read. Limits and logs need it even if the peer disconnects before they run.
    if (isStopping || !socket.remoteAddress) return socket.destroy();
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  });
  // Fastify never sees a request with an `Expect` that Node does not know. It is refused (RFC 9110, 10.1.1) and its
  // connection is closed after the first such reply.
  app.server.on('checkExpectation', (_request, reply) =>
    reply.writeHead(417, { ...policies, connection: 'close' }).end(),
  );
  app.addHook('onRequest', (request, reply, done) => {
    if (!closesAtLimit(request, reply)) done();
  });
  // Node itself closes only connections between two requests. One that sent no request, or half of one, would delay the
  // stop by a minute. Browsers open such connections in advance.
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of open) if (!unanswered.get(socket)) socket.destroy();
  });
}

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
