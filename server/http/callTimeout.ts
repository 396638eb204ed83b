import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { CallError } from '../core/errors.ts';

/**
 * Makes the socket's timeout as long as the client waits, because nothing is sent while a slow call works. It begins
 * anew with each step of the call.
 */
export function beginTimeout({ socket }: FastifyRequest, { timeoutMs }: Call): void {
  if (timeoutMs) socket.setTimeout(timeoutMs);
}

/**
 * A call replies after this share of its `timeoutMs`, at whose end its connection is closed without a reply. The rest
 * is for a write that has to wait.
 */
const replyBy = 0.8;

/**
 * Returns a signal that aborts with CallError `overloaded` when a call has to reply, with `body_unreadable` when its
 * connection has ended.
 * @param started a time of `performance.now()`
 */
export function signalOfEnd(
  response: ServerResponse,
  { timeoutMs = Number.POSITIVE_INFINITY }: Call,
  started: number,
): AbortSignal {
  const ending = new AbortController();
  const ms = started + replyBy * timeoutMs - performance.now();
  const timer = Number.isFinite(ms)
    ? setTimeout(() => ending.abort(new CallError('overloaded')), ms).unref()
    : undefined;
  const end = () => {
    clearTimeout(timer);
    ending.abort(new CallError('body_unreadable'));
  };
  if (response.destroyed) end();
  else response.once('close', end);
  return ending.signal;
}
