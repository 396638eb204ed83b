import type { Session } from '../authProvider/session.ts';
import type { Call, Params, Returned } from '../contract/call.ts';
import { kinds } from '../contract/kinds.ts';
import { CallFailure, type FailureKind } from './failure.ts';
import type { Features } from './features.ts';

const timeoutMs = 6000; // console.md section 9
/** Waits before a write whose reply was lost is asked again, in milliseconds. */
const repeatAfterMs = [0, 1000, 3000];
/** Without a reply of the back end itself nobody can say whether a write was saved; 502 to 504 are a proxy's. */
const isLost = ({ kind, status }: CallFailure) =>
  ['timeout', 'network', 'unreadable'].includes(kind) || [502, 503, 504].includes(status);

export interface Http {
  /**
   * Makes a call of the contract and opens its envelope.
   * @throws CallFailure
   */
  call<C extends Call>(call: C, params?: Params<C>, signal?: AbortSignal): Promise<Returned<C>>;
}

interface Options {
  /** Scheme and host of the back end, or '' for the page's own. */
  host: string;
  session: Session;
  features: Pick<Features, 'has'>;
  /** The language that replies should be in. */
  language?: () => string;
}

const kindOfStatus: Record<number, FailureKind> = { 401: 'unauthorized', 403: 'forbidden', 429: 'limited' };
const kindOfCode: Record<number, FailureKind> = { 401: 'unauthorized', 403: 'forbidden', 404: 'missing', 409: 'stale' };

/** Token, 6 seconds, envelope; and writes that are asked again, under one key, until they are known to be saved or not. */
export function createHttp({ host, session, features, language }: Options): Http {
  /** Keys of writes with an unknown end, by what they send: trying again must not write twice. */
  const unresolved = new Map<string, string>();

  async function send(call: Call, form: URLSearchParams, key: string | undefined, signal?: AbortSignal) {
    if (call.access !== 'public') await session.whenUsable();
    const isGet = call.verb === 'GET';
    const query = isGet && form.size > 0 ? `?${form}` : '';
    const headers: Record<string, string> = {};
    if (session.token()) headers.Authorization = session.token();
    if (key) headers['Idempotency-Key'] = key;
    if (language && features.has('list')) headers['Accept-Language'] = language();
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${host}/api/${call.path}${query}`, {
        method: call.verb,
        headers,
        body: isGet ? undefined : form,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return open(response.status, await response.text());
    } catch (error) {
      if (timeout.aborted) throw new CallFailure('timeout', '', 0);
      // What `fetch` throws where there is no line (WHATWG Fetch, "network error").
      if (error instanceof TypeError && !signal?.aborted) throw new CallFailure('network', '', 0);
      throw error;
    }
  }

  async function write(call: Call, form: URLSearchParams) {
    const signature = `${call.path}?${form}`;
    const key = unresolved.get(signature) ?? crypto.randomUUID();
    unresolved.set(signature, key);
    for (const wait of [...repeatAfterMs, undefined]) {
      try {
        const reply = await send(call, form, key);
        unresolved.delete(signature);
        return reply;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        // A dead token is no answer to the write: it may be saved already, and is sent again after the sign-in.
        if (error.isAnswer && error.kind !== 'unauthorized') unresolved.delete(signature);
        if (!isLost(error)) throw error;
        if (wait === undefined) break;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    throw new CallFailure('unknown', '', 0);
  }

  return {
    async call<C extends Call>(call: C, params?: Params<C>, signal?: AbortSignal) {
      const form = encode(call, params ?? {});
      const isSafe = call.writes && features.has('idempotency');
      return (await (isSafe ? write(call, form) : send(call, form, undefined, signal))) as Returned<C>;
    },
  };
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
