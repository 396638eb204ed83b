import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertNotCutOff } from '../../core/assertNotCutOff.ts';
import { CallError } from '../../core/errors.ts';
import { deepestJson, isNestedTooDeep, isTooManyValues } from '../../core/jsonSize.ts';
import { networksOf } from '../../core/network.ts';

const mB = 1024 * 1024;
/** Memory limits for request bodies: for all together, for one peer, and for a wider network. */
const maxBytes = { all: 48 * mB, peer: 24 * mB, network: 36 * mB };
/** So many bodies of one peer are read at once. A wider network may have a multiple of it (`share`). */
const maxInFlight = 50;
/** Bytes of memory that a chunk takes beside its content, because a body may arrive byte by byte. */
const perPiece = 256;
/** No form has more fields. The limit is needed because a refusal names each unknown field. */
export const maxFields = 500;

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts a piece that stays in memory until the reply.
     * @throws CallError `bodies_many` (of the peer), `overloaded` (of all)
     */
    holdPiece: (piece: Buffer) => void;
  }
}

/** All servers of this process share these, because they share its memory. */
const bytesInMemory = { all: 0, byPeer: new Map<string, number>() };
const bodiesInFlight = new Map<string, number>();

function add(counts: Map<string, number>, key: string, n: number): number {
  const sum = (counts.get(key) ?? 0) + n;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
  return sum;
}

/** Adds to the count of each network of an address. @returns whether one of them exceeds its limit */
function addAndCheckLimit(
  counts: Map<string, number>,
  networks: ReturnType<typeof networksOf>,
  n: number,
  maxOf: (share: number) => number,
): boolean {
  return networks.filter(({ name, share }) => add(counts, name, n) > maxOf(share)).length > 0;
}
const maxBytesOf = (share: number) => Math.min(share * maxBytes.peer, maxBytes.network);
const maxBodiesOf = (share: number) => share * maxInFlight;

/** Reads form and JSON bodies. The number of values in a body is checked before they are parsed. */
export function readBodies(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('holdPiece', () => {});
  app.addHook('preParsing', async (request, reply) => {
    if (request.method !== 'GET') request.holdPiece = pieceHolder(request, reply);
  });
  app.addContentTypeParser('application/json', (request, _payload, done) => {
    readText(request).then((text) => {
      if (isTooManyValues(text)) done(new CallError('body_unreadable'));
      else if (isNestedTooDeep(text)) done(new CallError('json_deep', { limit: deepestJson }));
      else readJson(request, text, done);
    }, done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) =>
    parseForm(await readText(request)),
  );
}

function pieceHolder(request: FastifyRequest, { raw }: FastifyReply): (piece: Buffer) => void {
  const networks = networksOfPeer(request);
  let bytesOfRequest = 0;
  const hold = (bytes: number) => {
    bytesOfRequest += bytes;
    bytesInMemory.all += bytes;
    return addAndCheckLimit(bytesInMemory.byPeer, networks, bytes, maxBytesOf);
  };
  raw.once('close', () => hold(-bytesOfRequest));
  return ({ length }) => {
    if (raw.closed) throw new CallError('body_unreadable'); // otherwise nobody would release the count
    if (hold(length + perPiece)) throw new CallError('bodies_many', { seconds: 1 });
    if (bytesInMemory.all > maxBytes.all) throw new CallError('overloaded');
  };
}

/** @throws CallError `body_unreadable` if the peer has disconnected, because its address is unknown then */
function networksOfPeer({ ip }: { ip?: string }) {
  if (ip === undefined) throw new CallError('body_unreadable');
  return networksOf(ip);
}

/** @throws CallError `body_too_large`, `bodies_many`, `overloaded`, `body_unreadable` */
async function readText(request: FastifyRequest): Promise<string> {
  const { raw } = request;
  const { bodyLimit } = request.routeOptions;
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new CallError('body_too_large');
  const networks = networksOfPeer(request);
  assertNotCutOff(raw);
  try {
    if (addAndCheckLimit(bodiesInFlight, networks, 1, maxBodiesOf)) throw new CallError('bodies_many', { seconds: 1 });
    return await new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      const onData = (piece: Buffer) => {
        bytes += piece.length;
        try {
          if (bytes > bodyLimit) throw new CallError('body_too_large');
          request.holdPiece(piece);
          pieces.push(piece);
        } catch (error) {
          end();
          reject(error);
        }
      };
      const onEnd = () => {
        end();
        resolve(Buffer.concat(pieces, bytes).toString('utf8'));
      };
      const onCut = () => {
        end();
        reject(new CallError('body_unreadable'));
      };
      const end = () => raw.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      raw.on('data', onData).once('end', onEnd).once('error', onCut).once('close', onCut);
    });
  } finally {
    addAndCheckLimit(bodiesInFlight, networks, -1, maxBodiesOf);
  }
}

/** Parses a form. A repeated name becomes a list, which is refused if the field takes a single value. */
function parseForm(text: string): Record<string, unknown> {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++fields > maxFields) throw new CallError('body_unreadable');
  return parse(text, '&', '=', { maxKeys: maxFields });
}

const longestMs = 30_000;
const slowestRate = 8 * 1024;
/**
 * So much of a body is still read after the reply, because a browser reads the reply only after it has sent its file.
 */
const afterReply = {
  form: { bytes: 8 * mB, ms: 5000 },
  file: { bytes: Number.POSITIVE_INFINITY, ms: 10_000 },
};

const betweenPiecesMs = 4;

/** Whether a signed-in caller uploads a file to the disk. Only a pause ends such an upload (media/uploads.ts). */
const sendsFile = ({ admin, routeOptions }: FastifyRequest): boolean => {
  const upload = routeOptions.config.routed?.call.upload;
  return admin !== null && upload !== undefined && 'toDisk' in upload;
};

/** Closes connections that send a body too slowly, or too much of it after the reply. */
export function bodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.raw.complete) return;
    cutAfter(request, longestMs, () => {
      if (sendsFile(request)) return;
      if (request.admin) cutAfter(request, (1000 * Number(request.headers['content-length'] ?? 0)) / slowestRate);
      else request.raw.socket.destroy();
    });
  });

  // After the end of a reply Node reads the rest of the body without a limit. If the client or Fastify closes the
  // connection, Node closes it at once: a client that is still sending sees a reset and may lose the reply (RFC 9112,
  // section 9.6). So the reply ends with the body.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.raw.complete || typeof payload !== 'string' || request.method === 'HEAD') return payload;
    reply.header('content-length', Buffer.byteLength(payload));
    return Readable.from(endingWithBody(request, payload));
  });

  // A reply that is itself a stream ends before the body.
  app.addHook('onResponse', async (request) => {
    if (request.raw.complete) return;
    cutAfter(request, afterReply[sendsFile(request) ? 'file' : 'form'].ms);
    request.raw.resume();
  });
}

/**
 * Sends the whole reply at once, and ends it when the body has been read. Closes the connection of a body that takes
 * too long or is too large.
 */
async function* endingWithBody(request: FastifyRequest, payload: string): AsyncGenerator<string> {
  yield payload;
  const { raw } = request;
  const { socket } = raw;
  if (raw.readableEnded || raw.destroyed) return;
  const { bytes, ms } = afterReply[sendsFile(request) ? 'file' : 'form'];
  cutAfter(request, ms);
  let read = 0;
  raw.on('data', ({ length }) => {
    read += length;
    if (read > bytes) socket.destroy();
    // The pause is needed because buffers would be read faster than they are garbage-collected.
    raw.pause();
    setTimeout(() => raw.resume(), betweenPiecesMs);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  raw.once('end', resolve).once('close', resolve);
  socket.once('close', resolve);
  await promise;
  // The connection may serve many more requests, so the listener must not stay.
  socket.off('close', resolve);
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
  // A request answered before its end emits no event when its connection closes. Its timer would keep it in memory.
  socket.once('close', stop);
}
