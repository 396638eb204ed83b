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
    const timer = setTimeout(() => raw.destroy(), longestMs).unref();
    const stop = () => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
  });
}
