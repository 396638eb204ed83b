import type { Session } from '../authProvider/session.ts';
import type { Call, Params, Returned } from '../contract/call.ts';
import { kinds } from '../contract/kinds.ts';
import { type Connection, isOffline } from './connection.ts';
import { CallFailure, type FailureKind } from './failure.ts';
import type { Features } from './features.ts';

const timeoutMs = 6000; // console.md section 9
/** Waits before a write whose reply was lost is asked again, in milliseconds. */
const repeatAfterMs = [0, 1000, 3000];

export interface Http {
  /**
   * Makes a call of the contract and opens its envelope.
   * @throws CallFailure
   */
  call<C extends Call>(call: C, params?: Params<C>, signal?: AbortSignal): Promise<Returned<C>>;
}

export interface Reply {
  status: number;
  body: string;
  /** The build of the console that the back end serves, where it tells. */
  build?: string | null;
}

/** A read as it goes over the line: two of them that are the same in all of this have the same reply. */
export interface Read {
  verb: Call['verb'];
  path: string;
  /** The form spelling of its parameters. */
  form: string;
  token: string;
  language: string | undefined;
}

/** Reads that the page asked for before this script was here. */
export interface EarlyReads {
  /** The reply to just this read, once; undefined where the page did not ask for it or got none. */
  take(read: Read): Promise<Reply | undefined> | undefined;
  /** A read is made: what the page may ask for at its next load. */
  note(read: Read): void;
}

interface Options {
  /** Scheme and host of the back end, or '' for the page's own. */
  host: string;
  session: Session;
  features: Pick<Features, 'has'>;
  /** The language that replies should be in. */
  language?: () => string;
  early?: EarlyReads;
  /** Is told how each call ended. */
  connection?: Pick<Connection, 'answered' | 'lost'>;
}

const kindOfStatus: Record<number, FailureKind> = { 401: 'unauthorized', 403: 'forbidden', 429: 'limited' };
const kindOfCode: Record<number, FailureKind> = { 401: 'unauthorized', 403: 'forbidden', 404: 'missing', 409: 'stale' };

/** Token, 6 seconds, envelope; and writes that are asked again, under one key, until they are known to be saved or not. */
export function createHttp({ host, session, features, language, early, connection }: Options): Http {
  /** Keys of writes with an unknown end, by what they send: trying again must not write twice. */
  const unresolved = new Map<string, string>();

  async function send(call: Call, form: URLSearchParams, key: string | undefined, signal?: AbortSignal) {
    if (call.access !== 'public') await session.whenUsable();
    const { verb, path } = call;
    const token = session.token();
    const spoken = features.has('list') ? language?.() : undefined;
    const headers: Record<string, string> = {};
    if (token) headers.Authorization = token;
    if (key) headers['Idempotency-Key'] = key;
    if (spoken) headers['Accept-Language'] = spoken;
    const timeout = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const sentAt = performance.now();
    let reply: Reply | undefined;
    try {
      const read = isRead(call) && { verb, path, form: `${form}`, token, language: spoken };
      reply = (read && (await earlyReply(read, ends))) || (await ask(call, form, headers, ends));
      const data = open(reply.status, reply.body);
      connection?.answered(reply.build);
      return data;
    } catch (error) {
      const failure = failureOf(error, timeout, signal);
      if (!(failure instanceof CallFailure)) throw failure;
      if (failure.isLost) connection?.lost(sentAt);
      else connection?.answered(reply?.build);
      if (failure.kind !== 'unauthorized' || !isReplaced(token)) throw failure;
      // Someone has signed in since. A read is theirs as well; whether a write is, they say themselves.
      if (isRead(call)) return send(call, form, key, signal);
      throw new CallFailure('superseded', '', failure.status);
    }
  }

  const isReplaced = (token: string) => session.token() !== '' && session.token() !== token;

  async function ask(
    { verb, path }: Call,
    form: URLSearchParams,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) {
    const isGet = verb === 'GET';
    const query = isGet && form.size > 0 ? `?${form}` : '';
    const body = isGet ? undefined : form;
    const response = await fetch(`${host}/api/${path}${query}`, { method: verb, headers, body, signal });
    return { status: response.status, body: await response.text(), build: response.headers.get('x-build') };
  }

  /** What the server failed at is asked again; any other early reply is as good as one to a call made now. */
  async function earlyReply(read: Read, signal: AbortSignal): Promise<Reply | undefined> {
    early?.note(read);
    const taken = early?.take(read);
    if (!taken) return undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const reply = await Promise.race([taken, ended]);
    return reply && reply.status < 500 ? reply : undefined;
  }

  async function write(call: Call, form: URLSearchParams) {
    const signature = `${call.path}?${form}`;
    const key = unresolved.get(signature) ?? crypto.randomUUID();
    let isSent = unresolved.has(signature);
    unresolved.set(signature, key);
    for (const wait of [...repeatAfterMs, undefined]) {
      const wasOffline = isOffline();
      try {
        const reply = await send(call, form, key);
        unresolved.delete(signature);
        return reply;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        // A dead token is no answer to the write: it may be saved already, and is sent again after the sign-in.
        if (error.isAnswer && error.kind !== 'unauthorized') unresolved.delete(signature);
        if (!error.isLost) throw error;
        isSent ||= mayHaveLeft(error, wasOffline);
        if (!isSent) unresolved.delete(signature);
        if (!isSent) throw new CallFailure('unsent', '', 0);
        if (wait === undefined) break;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    throw new CallFailure('unknown', '', 0);
  }

  /** A back end that knows no key would write a repeat a second time: what is lost is only said. */
  async function writeOnce(call: Call, form: URLSearchParams) {
    const wasOffline = isOffline();
    try {
      return await send(call, form, undefined);
    } catch (error) {
      if (!(error instanceof CallFailure && error.isLost)) throw error;
      if (!mayHaveLeft(error, wasOffline)) throw new CallFailure('unsent', '', 0);
      throw new CallFailure('unknown', 'failure.unknownOnce', 0);
    }
  }

  return {
    async call<C extends Call>(call: C, params?: Params<C>, signal?: AbortSignal) {
      const form = encode(call, params ?? {});
      if (!call.writes) return (await send(call, form, undefined, signal)) as Returned<C>;
      return (await (features.has('idempotency') ? write(call, form) : writeOnce(call, form))) as Returned<C>;
    },
  };
}

/** What ended a call, as a failure of ours where the line ended it. */
function failureOf(error: unknown, timeout: AbortSignal, signal: AbortSignal | undefined): unknown {
  if (timeout.aborted) return new CallFailure('timeout', '', 0);
  // What `fetch` throws where there is no line (WHATWG Fetch, "network error").
  if (error instanceof TypeError && !signal?.aborted) return new CallFailure('network', '', 0);
  return error;
}

/** Whether a lost call can have reached the back end: not where the browser had no line, before it and after it. */
const mayHaveLeft = ({ kind }: CallFailure, wasOffline: boolean) => kind !== 'network' || !wasOffline || !isOffline();

/** Changes nothing, whatever its verb: a GET that does not write, or a POST that lists. */
function isRead(call: Call): boolean {
  const isList = call.returns !== undefined && (Array.isArray(call.returns) || 'page' in call.returns);
  return !call.writes && (call.verb === 'GET' || isList);
}

/** The form spelling of a call's parameters; what is undefined is left out. */
function encode(call: Call, params: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) continue;
    const kind = call.params[name]?.kind ?? 'text';
    form.append(name, (kinds[kind].encode as (value: unknown) => string)(value));
  }
  return form;
}

/** Opens `{code, msg, data}`; anything but HTTP 200 with code 1 is a failure (console.md section 7). */
function open(status: number, body: string): unknown {
  const envelope = parse(body);
  const message = typeof envelope?.msg === 'string' ? envelope.msg : '';
  if (status !== 200) throw new CallFailure(kindOfStatus[status] ?? 'server', message, status, envelope?.data);
  if (!envelope || !('code' in envelope)) throw new CallFailure('unreadable', '', status);
  const code = Number(envelope.code);
  if (code === 1) return envelope.data;
  const hasErrors = typeof envelope.data === 'object' && envelope.data !== null && 'errors' in envelope.data;
  const kind = kindOfCode[code] ?? (hasErrors ? 'invalid' : 'refused');
  throw new CallFailure(kind, message, code === 401 ? 401 : status, envelope.data);
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
