import type { FastifyInstance, FastifyRequest } from 'fastify';

const longestMs = 30_000;
/** Somebody signed in has time for what was announced on a line of this speed, in bytes a second. */
const slowestLine = 8 * 1024;
/**
 * What is still read of a body after its reply, and how long its sender has to see that before the line is cut: a browser
 * that sends a file reads no reply before it is through or cut off.
 */
const afterReply = {
  form: { bytes: 256 * 1024, ms: 1000 },
  file: { bytes: Number.POSITIVE_INFINITY, ms: 10_000 },
};

/** A signed-in caller sends a file that goes onto the disk: it may take as long as it goes on (services/media/uploads.ts). */
const sendsFile = ({ admin, routeOptions }: FastifyRequest): boolean => {
  const upload = routeOptions.config.routed?.call.upload;
  return admin !== null && upload !== undefined && 'toDisk' in upload;
};

/** Cuts off who sends a body too slowly, and who goes on sending it after the reply. */
export function bodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.complete) return;
    cutAfter(request, longestMs, () => {
      if (sendsFile(request)) return;
      if (request.admin) cutAfter(request, (1000 * Number(request.headers['content-length'] ?? 0)) / slowestLine);
      else request.raw.socket.destroy();
    });
  });

  // Node itself would read on without a bound.
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    if (raw.complete) return;
    const { bytes, ms } = afterReply[sendsFile(request) ? 'file' : 'form'];
    let read = 0;
    raw.on('data', ({ length }) => {
      read += length;
      if (read > bytes) raw.pause();
    });
    cutAfter(request, ms);
  });
}

/** Cuts the line, or does what else is given, unless the body ends before. */
function cutAfter({ raw }: FastifyRequest, ms: number, cut = () => void raw.socket.destroy()): void {
  const { socket } = raw;
  const timer = setTimeout(cut, ms).unref();
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', stop);
  };
  raw.once('end', stop).once('close', stop);
  // A request that was answered before its end says nothing when its line is cut: the timer would keep it in memory.
  socket.once('close', stop);
}
