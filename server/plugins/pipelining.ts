import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Requests of one connection that may wait for their replies. Browsers and proxies send the next one after the reply; Node
 * begins all that are in a packet at once, 1,500 of the shortest, whose replies it keeps in memory.
 */
const mostUnanswered = 8;

/** Ends a connection that sends more requests than it waits for. */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const n = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, n);
    if (n > mostUnanswered) {
      // What else stands in the packet still comes here, and goes no further.
      reply.hijack();
      socket.destroy();
      return;
    }
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    done();
  });
}
