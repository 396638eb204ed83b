import type { FastifyInstance, FastifyRequest } from 'fastify';

const longestMs = 30_000;
/** What is still read of a body after its reply, and how long its sender has to read that before the line is cut. */
const afterReply = { bytes: 256 * 1024, ms: 1000 };

/** A file that goes onto the disk of a signed-in caller is timed by itself (services/media). */
const isTimedItself = ({ admin, routeOptions }: FastifyRequest) => {
  const upload = routeOptions.config.routed?.call.upload;
  return admin && upload && 'toDisk' in upload;
};

/** Cuts off who sends a body too slowly, and who goes on sending it after the reply. */
export function bodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (raw.complete) return;
    const { socket } = raw;
    const cut = () => isTimedItself(request) || raw.destroy();
    const timer = setTimeout(cut, longestMs).unref();
    const stop = () => {
      clearTimeout(timer);
      socket.off('close', stop);
    };
    raw.once('end', stop).once('close', stop);
    // A request that was answered before its end says nothing when its line is cut: the timer would keep it in memory.
    socket.once('close', stop);
  });

  // Node itself would read on without a bound.
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    if (raw.complete || isTimedItself(request)) return;
    let bytes = 0;
    const timer = setTimeout(() => raw.socket.destroy(), afterReply.ms);
    raw.on('data', ({ length }) => {
      bytes += length;
      if (bytes > afterReply.bytes) raw.pause();
    });
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
    raw.socket.once('close', () => clearTimeout(timer));
  });
}
