import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, preferredLanguage } from '../../../contract/languages.ts';
import { CallError, InvalidInput } from '../../core/errors.ts';
import { type MessageKey, message, type Values } from '../../core/messages.ts';
import { outageOf } from '../../database/outage.ts';
import { refusalOf } from '../../engine/refusal.ts';
import { closesAtLimit } from './connections.ts';
import { policies } from './securityHeaders.ts';

interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

export function envelope(
  request: FastifyRequest,
  key: MessageKey,
  values: Values,
  code: number,
  data: unknown,
): Envelope {
  return { code, msg: message(preferredLanguage(request.headers['accept-language']), key, values), data };
}

/** The only place where errors become replies (docs/contract.md, "Requests and replies"). */
export function errorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal) return answer(refusal, request, reply);
    const outage = outageOf(error);
    if (outage) {
      request.log.error({ event: 'database', err: error }, 'the database could not be used');
      return answer(outage, request, reply);
    }
    request.log.error({ event: 'request', err: error }, 'request failed');
    return answer(new CallError('failed', { id: request.id }), request, reply);
  });
}

/** Answers what Fastify refuses before any route or hook: a malformed path. */
export function refuseEarly(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (closesAtLimit(request, reply)) return;
  reply.headers(policies);
  answer(new CallError('body_unreadable'), request, reply);
}

const unreadable: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Answers what Node cannot read as a request, and closes the connection. The reply says so: else a proxy, or a client with a pool,
 * would send its next request on it.
 */
export function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = unreadable[error.code] ?? 400;
  const body = JSON.stringify({ code, msg: message(defaultLanguage, 'body_unreadable'), data: null });
  // An import at the start would load the WebSocket client that node:http exports too, a twentieth of the start.
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  const head = [
    `HTTP/1.1 ${code} ${STATUS_CODES[code]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(policies).map(([name, value]) => `${name}: ${value}`),
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

function answer(refusal: CallError, request: FastifyRequest, reply: FastifyReply) {
  const { status, code } = refusal.standing;
  const language = preferredLanguage(request.headers['accept-language']);
  const data =
    refusal instanceof InvalidInput
      ? {
          errors: Object.fromEntries(
            Object.entries(refusal.errors).map(([field, { key, values }]) => [field, message(language, key, values)]),
          ),
        }
      : refusal.data;
  if (status === 405) reply.header('allow', refusal.values.verb ?? '');
  if (status === 429) reply.header('retry-after', refusal.values.seconds ?? 60);
  return reply.code(status).send(envelope(request, refusal.key, refusal.values, code, data));
}
