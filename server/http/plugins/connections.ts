import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * How many requests of one connection may be unanswered. Browsers and proxies send the next request after the reply; Node
 * starts all requests of a packet at once, up to 1,500 short ones, and keeps their replies in memory.
 */
const mostUnanswered = 8;

const unanswered = new WeakMap<Socket, number>();

/**
 * Counts a request of its connection until the reply is gone.
 * @returns whether the connection had too many, and was closed; the other requests of the packet still come, and go no further
 */
export function closesAtLimit(request: FastifyRequest, reply: FastifyReply): boolean {
  const { socket } = request.raw;
  const n = (unanswered.get(socket) ?? 0) + 1;
  unanswered.set(socket, n);
  if (n > mostUnanswered) {
    reply.hijack();
    socket.destroy();
    return true;
  }
  reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  return false;
}

/** Closes a connection that has too many unanswered requests and, when the server stops, every one that has none. */
export function limitConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isStopping = false;

  app.server.on('connection', (socket) => {
    // Node keeps an address that was read: limits and logs need it also where the peer is gone before they run.
    if (isStopping || !socket.remoteAddress) return socket.destroy();
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  });
  // An `Expect` that Node does not know never becomes a request of Fastify's: it is refused (RFC 9110, 10.1.1), and its
  // connection ends with the first such reply.
  app.server.on('checkExpectation', (_request, reply) => reply.writeHead(417, { connection: 'close' }).end());
  app.addHook('onRequest', (request, reply, done) => {
    if (!closesAtLimit(request, reply)) done();
  });
  // Node itself ends those between two requests alone: one that never sent a request, or half of one, would hold the stop for
  // a minute. Browsers open such connections in advance.
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of open) if (!unanswered.get(socket)) socket.destroy();
  });
}
