import type { FastifyInstance } from 'fastify';

const longestMs = 30_000;

/**
 * Cuts off who sends a body too slowly. A file that goes onto the disk takes as long as it goes on: there an idle line is
 * cut off (services/media/uploads.ts).
 */
export function bodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const upload = routeOptions.config.routed?.call.upload;
    if (raw.complete || (upload && 'toDisk' in upload)) return;
    const { socket } = raw;
    const timer = setTimeout(() => raw.destroy(), longestMs).unref();
    const stop = () => {
      clearTimeout(timer);
      socket.off('close', stop);
    };
    raw.once('end', stop).once('close', stop);
    // A request that was answered before its end says nothing when its line is cut: the timer would keep it in memory.
    socket.once('close', stop);
  });
}
