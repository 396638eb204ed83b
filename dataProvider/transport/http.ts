import { type Call, fieldsOfRows, isPage, isRead, type Params, type Returned } from '../../contract/call.ts';
import { CallFailure, noReply } from '../failure.ts';
import { type Connection, learnServerTime } from './connection.ts';
import { encode, formType } from './form.ts';
import { openReply } from './openReply.ts';
import { createSendFile, lacksConfirmation, orAborted, type SendFile, type SendOptions } from './sendFile.ts';
import { createSharedReads } from './sharedReads.ts';
import { createWrites } from './writes.ts';

const timeoutMs = 6000; // docs/contract.md, "Limits"
/** How long the reply of a whole list is shared after it has come. */
const sharedMs = 3000;
/** The longest query in characters. Some proxies allow only 2,000 for the whole address. */
const maxQuery = 1500;
/** The longest body that a browser sends after its page is left is 64 KiB (Fetch, "keepalive"). */
const maxKeptAlive = 60_000;
/** Statuses of a route that does not know the HTTP method. */
const wrongVerb = [404, 405];
/** Matches the messages with which frameworks refuse an HTTP method with HTTP 200: `请求方式错误`, `Method Not Allowed`. */
const wrongMethodMessage = /请求(方式|方法|类型)|(request|http) method|method (is )?not (allowed|supported)/i;

/** Whether a call of the specification returns all records, as a bare array. */
const isWholeList = ({ extension, returns }: Call) =>
  extension === undefined && fieldsOfRows(returns) !== undefined && !isPage(returns);

export interface Http {
  /** @throws CallFailure */
  call<C extends Call>(call: C, params?: Params<C>, signal?: AbortSignal): Promise<Returned<C>>;
  upload: SendFile;
  /** Makes a call whose reply is a file. @throws CallFailure */
  download<C extends Call>(call: C, params: Params<C>, signal?: AbortSignal): Promise<Blob>;
  /** Drops the replies that parts of a screen share, so that the next read is sent. */
  forgetReplies?(): void;
}

export interface Reply {
  status: number;
  body: string;
  file?: Blob;
  /** The console build that the back end serves, if it says so. */
  build?: string | null;
}

/** Two reads that are equal in all these properties have the same reply. */
export interface Read {
  verb: Call['verb'];
  path: string;
  form: string;
  token: string;
  language: string | undefined;
}

/** Reads that the page's early script requested before this script was loaded. */
export interface EarlyReads {
  /** The reply to exactly this read, once; undefined if it was not requested or failed. */
  take(read: Read): Promise<Reply | undefined> | undefined;
  /** Records a read, so that the page can request it early at its next load. */
  note(read: Read): void;
}

interface Options extends SendOptions {
  early?: EarlyReads;
  /**
   * Parts of a screen that read the same whole list share one request. A back end without the feature `ids`, where a
   * single record is looked for in lists, always has this.
   */
  sharesLists?: boolean;
  connection?: Pick<Connection, 'answered' | 'failed' | 'doubted'>;
  /** Receives the body of each reply before it is processed. */
  heard?(path: string, body: string): void;
}

/** Adds the token, limits calls to 6 seconds and reads the envelope. Writes are repeated (writes.ts). */
export function createHttp(options: Options): Http & Required<Pick<Http, 'forgetReplies'>> {
  const { host, session, features, language, early, sharesLists, connection, heard, confirm, log } = options;

  async function send(call: Call, form: string, key: string | undefined, signal?: AbortSignal): Promise<unknown> {
    if (call.access !== 'public') await session.whenUsable();
    // The token is known to be dead; the console is going to the sign-in page.
    if (call.access !== 'public' && session.status() === 'dead') throw new CallFailure('unauthorized', '', 401);
    // The host decides which headers and methods may be sent.
    await host;
    const verb = verbOf(call, form);
    const { path } = call;
    const token = session.token();
    const acceptLanguage = features.has('language') ? language?.() : undefined;
    const headers: Record<string, string> = {};
    if (token) headers.Authorization = token;
    if (key) headers['Idempotency-Key'] = key;
    if (acceptLanguage) headers['Accept-Language'] = acceptLanguage;
    const timeout = AbortSignal.timeout(call.timeoutMs ?? timeoutMs);
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const sentAt = performance.now();
    let reply: Reply | undefined;
    const read = isRead(call) && !call.file && !call.secret && { verb, path, form, token, language: acceptLanguage };
    if (call.writes) sharedReads.forgetAll();
    try {
      const asking = async (until: AbortSignal) =>
        (read && (await earlyReply(read, until))) || ask(verb, call, form, headers, until);
      reply = await (read && isShared(call)
        ? sharedReads.share(JSON.stringify(read), isWholeList(call) ? sharedMs : 0, ends, asking)
        : asking(ends));
      const data = reply.file ?? openReply(call, reply, features);
      connection?.answered(reply.build, path);
      if (call.writes) sharedReads.forgetAll();
      return data;
    } catch (error) {
      // A failed read is requested anew. A cancelled one is no failure.
      if (call.writes) sharedReads.forgetAll();
      else if (read && !signal?.aborted) sharedReads.forget(JSON.stringify(read));
      const failure = failureOf(error, timeout, signal, (await host) !== '');
      if (!(failure instanceof CallFailure)) throw failure;
      failure.call = call;
      if (failure.httpError) log?.(failure.httpError);
      connection?.failed(failure, sentAt, { build: reply?.build, isRepeated: isRead(call) || key !== undefined });
      if (learnsVerb(call, failure)) return send(call, form, key, signal);
      if (confirm && lacksConfirmation(failure, call, features)) {
        await confirm(call, signal);
        return send(call, form, key, signal);
      }
      if (failure.kind !== 'unauthorized') throw failure;
      // The call was on its way when the sign-in dialog opened. It is sent again, and waits like calls that start now.
      if (call.access !== 'public' && session.status() === 'expired') return send(call, form, key, signal);
      if (!isReplaced(token)) throw failure;
      // Somebody has signed in since. Reads are sent again with their token; a write is not made in their name.
      if (isRead(call)) return send(call, form, key, signal);
      throw new CallFailure('superseded', '', failure.status);
    }
  }

  /**
   * A whole list is both what a list shows and what others choose from. On a back end without extensions, a list and the form that looks
   * for its record there ask for the same page.
   */
  const isShared = (call: Call) => (isWholeList(call) ? sharesLists || !features.has('ids') : !features.isExtended());

  const sharedReads = createSharedReads<Reply>();

  const isReplaced = (token: string) => session.token() !== '' && session.token() !== token;

  /** The paths of calls that this back end accepts only with their other HTTP method. */
  const pathsWithOtherMethod = new Set<string>();

  function verbOf({ verb, also, path }: Call, form: string): Call['verb'] {
    const outgrows = verb === 'GET' && form.length > maxQuery && features.has('post');
    return also && (outgrows || pathsWithOtherMethod.has(path)) ? also : verb;
  }

  /** @returns whether a call that was refused for its HTTP method, and so did nothing, may be sent with the other */
  function learnsVerb({ also, path }: Call, { status, kind, sentence }: CallFailure): boolean {
    const isNamed = kind === 'refused' && !features.isExtended() && wrongMethodMessage.test(sentence);
    if (!also || !(wrongVerb.includes(status) || isNamed)) return false;
    // The other method was refused as well.
    if (pathsWithOtherMethod.delete(path)) return false;
    pathsWithOtherMethod.add(path);
    return true;
  }

  async function ask(
    verb: Call['verb'],
    { path, file: isFile, keepalive }: Call,
    form: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Reply> {
    const isGet = verb === 'GET';
    const query = isGet && form ? `?${form}` : '';
    const body = isGet ? undefined : form;
    const sent = body === undefined ? headers : { ...headers, 'Content-Type': formType };
    const outlives = keepalive === true && form.length <= maxKeptAlive;
    const url = `${await host}/api/${path}${query}`;
    const response = await fetch(url, { method: verb, headers: sent, body, signal, keepalive: outlives });
    const answer = { status: response.status, build: response.headers.get('x-build') };
    learnServerTime(response.headers.get('date'));
    // A refusal is an envelope, even if the call otherwise replies with a file.
    const isRefused = !response.ok || response.headers.get('content-type')?.includes('json');
    if (isFile && !isRefused) return { ...answer, body: '', file: await response.blob() };
    const text = await response.text();
    heard?.(path, text);
    return { ...answer, body: text };
  }

  /** An early reply is used like any other, except a server error: that read is repeated. */
  async function earlyReply(read: Read, signal: AbortSignal): Promise<Reply | undefined> {
    early?.note(read);
    const taken = early?.take(read);
    if (!taken) return undefined;
    const reply = await orAborted(taken, signal);
    return reply && reply.status < 500 ? reply : undefined;
  }

  const { write, writeOnce } = createWrites(send, connection?.doubted);
  const sendFile = createSendFile(options);

  return {
    upload: (call, params, file, sending) =>
      sendFile(call, params, file, sending).finally(() => sharedReads.forgetAll()),
    forgetReplies: () => sharedReads.forgetAll(),
    download: async (call, params, signal) => (await send(call, encode(call, params), undefined, signal)) as Blob,
    async call<C extends Call>(call: C, params?: Params<C>, signal?: AbortSignal) {
      const form = encode(call, params ?? {});
      if (!call.writes) return (await send(call, form, undefined, signal)) as Returned<C>;
      return (await (features.has('idempotency') ? write(call, form) : writeOnce(call, form))) as Returned<C>;
    },
  };
}

function failureOf(
  error: unknown,
  timeout: AbortSignal,
  signal: AbortSignal | undefined,
  isElsewhere: boolean,
): unknown {
  if (timeout.aborted) return new CallFailure('timeout', '', 0);
  // `fetch` throws this if there is no network, and if another host does not allow this page's origin (WHATWG Fetch).
  if (error instanceof TypeError && !signal?.aborted) return noReply(isElsewhere, error);
  return error;
}
