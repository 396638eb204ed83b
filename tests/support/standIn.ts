import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from 'vitest';
import { ignoreHangUp, listen } from './listen.ts';

/** A call as it came over the wire. */
export interface Asked {
  verb: string;
  /** The path below `/api/`. */
  path: string;
  query: Record<string, string>;
  form: Record<string, string>;
  headers: IncomingHttpHeaders;
}

/**
 * The answer to a call: code 1 with this data, a reply that is sent as it is, a reply that is cut off in the middle, a
 * closed connection, or none at all.
 */
export type Answer = { data: unknown } | { status?: number; body: string | object } | 'cut' | 'lost' | 'never';

export const done = (data: unknown = null): Answer => ({ data });
export const page = (...rows: object[]): Answer => ({ data: { data: rows, total: rows.length } });
export const refused = (code: number | string, msg = '', data: unknown = null): Answer => ({
  body: { code, msg, data },
});

/** A back end of one test, which answers as it is told and remembers what it was asked. */
export interface StandIn {
  url: string;
  asked: Asked[];
  /**
   * Sets the next answers, one per call; the last one also answers all calls that follow. If none are set, calls get
   * code 1 with no data.
   */
  answers(...answers: (Answer | ((asked: Asked) => Answer | Promise<Answer>))[]): void;
}

/** A stand-in for the tests of a file: up when the first of them runs, and reset before each. */
export function useStandIn(): StandIn {
  let told: Parameters<StandIn['answers']> = [];
  const standIn: StandIn = {
    url: '',
    asked: [],
    answers: (...answers) => {
      told = answers;
    },
  };
  const server = createServer(async (request, response) => {
    const asked = await read(request).catch(ignoreHangUp(request));
    if (!asked) return;
    standIn.asked.push(asked);
    const next = (told.length > 1 ? told.shift() : told[0]) ?? done();
    reply(response, typeof next === 'function' ? await next(asked) : next);
  });
  beforeAll(async () => {
    standIn.url = `http://127.0.0.1:${await listen(server)}`;
  });
  beforeEach(() => {
    standIn.asked = [];
    told = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return standIn;
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '', 'http://stand.in');
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return {
    verb: request.method ?? '',
    path: url.pathname.replace('/api/', ''),
    query: Object.fromEntries(url.searchParams),
    form: Object.fromEntries(new URLSearchParams(body)),
    headers: request.headers,
  };
}

function reply(response: ServerResponse, answer: Answer): void {
  if (answer === 'never') return;
  if (answer === 'lost') {
    response.destroy();
    return;
  }
  if (answer === 'cut') {
    response.writeHead(200, { 'content-length': 1000 }).write('{"code":1,', () => response.destroy());
    return;
  }
  const body = 'data' in answer ? { code: 1, msg: '', data: answer.data } : answer.body;
  response.writeHead(('status' in answer && answer.status) || 200, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The time limits of the calls that a test makes. None passes by itself. */
export interface Limits {
  /** The length of each limit that was set, in milliseconds. */
  set: number[];
  /** Lets the limits pass that are set. */
  pass(): void;
}

/** Takes the place of `AbortSignal.timeout`, which fake timers leave alone. */
export function holdLimits(): Limits {
  const controllers: AbortController[] = [];
  const limits: Limits = {
    set: [],
    pass: () => {
      for (const controller of controllers.splice(0)) controller.abort(new DOMException('', 'TimeoutError'));
    },
  };
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    controllers.push(controller);
    limits.set.push(ms);
    return controller.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return limits;
}

/**
 * Lets waits of these lengths pass at once. Others go on as they are, such as those of the platform's `fetch`, which
 * have arguments.
 * @param meanwhile is called as each wait begins
 * @returns the length of each wait that has begun, in milliseconds
 */
export function passWaits(lengths: readonly number[], meanwhile = () => {}): number[] {
  const begun: number[] = [];
  const really = globalThis.setTimeout;
  const passing = (go: () => void, ms: number, ...rest: []) => {
    if (!lengths.includes(ms) || rest.length > 0) return really(go, ms, ...rest);
    begun.push(ms);
    meanwhile();
    return really(go, 0);
  };
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(passing as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return begun;
}
