import type { FastifyInstance, FastifyRequest } from 'fastify';

const longestMs = 30_000;
/** In bytes per second. A signed-in sender gets as much time as the announced length takes at this rate. */
const slowestRate = 8 * 1024;
/**
 * How much of a body is still read after the reply, and for how long, before the connection is closed. A browser that
 * uploads a file reads the reply only after the upload ends.
 */
const afterReply = {
  form: { bytes: 256 * 1024, ms: 1000 },
  file: { bytes: Number.POSITIVE_INFINITY, ms: 10_000 },
};

/** Whether a signed-in caller uploads a file to the disk. Only a pause ends such an upload (media/uploads.ts). */
const sendsFile = ({ admin, routeOptions }: FastifyRequest): boolean => {
  const upload = routeOptions.config.routed?.call.upload;
  return admin !== null && upload !== undefined && 'toDisk' in upload;
};

/** Closes connections that send a body too slowly, or keep sending after the reply. */
export function bodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.complete) return;
    cutAfter(request, longestMs, () => {
      if (sendsFile(request)) return;
      if (request.admin) cutAfter(request, (1000 * Number(request.headers['content-length'] ?? 0)) / slowestRate);
      else request.raw.socket.destroy();
    });
  });

  // Node would continue reading without a limit.
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

/** Closes the connection, or calls `cut`, unless the body ends in time. */
function cutAfter({ raw }: FastifyRequest, ms: number, cut = () => void raw.socket.destroy()): void {
  const { socket } = raw;
  const timer = setTimeout(cut, ms).unref();
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', stop);
  };
  raw.once('end', stop).once('close', stop);
  // A request answered before its end emits no event when its connection closes, and its timer would keep it in memory.
  socket.once('close', stop);
}
