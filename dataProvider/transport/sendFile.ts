import type { Session } from '../../authProvider/session.ts';
import type { Call, Params, Returned } from '../../contract/call.ts';
import { CallFailure, noReply, unknownOnce } from '../failure.ts';
import type { Features } from '../features.ts';
import type { Connection } from './connection.ts';
import { encode, withFile } from './form.ts';
import { openReply } from './openReply.ts';

export interface SendOptions {
  /** Scheme and host of the back end, or '' for the page's own. */
  host: string | Promise<string>;
  session: Session;
  features: Pick<Features, 'has' | 'isExtended'>;
  language?: () => string;
  connection?: Pick<Connection, 'answered' | 'failed'>;
  /** Receives a line for each error of HTTP (console.md section 8). */
  log?(line: string): void;
  /** Lets the administrator prove who they are, after which the call is repeated. @throws CallFailure if they do not */
  confirm?(call: Call, signal?: AbortSignal): Promise<void>;
  /** Sends a file where there is no XMLHttpRequest. */
  post?: Post;
}

/** Whether a call is refused until the administrator proves who they are. At the sign-in the same code asks for a second factor. */
export const lacksConfirmation = ({ kind }: CallFailure, { access }: Call, features: Pick<Features, 'has'>): boolean =>
  kind === 'second' && access !== 'public' && features.has('confirm');

interface Sending {
  signal?: AbortSignal;
  onProgress?(sent: number, of: number): void;
  /** If the back end takes it, a lost upload is repeated once; otherwise nobody knows what became of it. */
  key?: string;
}

export type SendFile = <C extends Call>(
  call: C,
  params: Params<C>,
  file: File,
  sending?: Sending,
) => Promise<Returned<C>>;

/**
 * XMLHttpRequest, because `fetch` reports no upload progress. Times out only without progress, and is sent again after
 * a sign-in if the session has ended.
 * @throws CallFailure; the signal's reason
 */
export function createSendFile(options: SendOptions): SendFile {
  const { host, session, features, language, connection, confirm, log, post = postWithProgress } = options;

  async function sendUntilSignedIn(call: Call, form: string, file: File, sending: Sending): Promise<unknown> {
    for (;;) {
      await orAborted(session.whenUsable(), sending.signal);
      if (session.status() !== 'in') throw new CallFailure('unauthorized', '', 401);
      const token = session.token();
      const isRepeated = sending.key !== undefined;
      const headers = {
        Authorization: token,
        ...(sending.key !== undefined && { 'Idempotency-Key': sending.key }),
        ...(language && features.has('language') && { 'Accept-Language': language() }),
      };
      const body = withFile(form, file);
      const sentAt = performance.now();
      let build: string | undefined;
      try {
        const base = await host;
        const reply = await post({ ...sending, base, path: call.path, headers, body, timeoutMs: call.timeoutMs ?? 0 });
        ({ build } = reply);
        const data = openReply(call, reply, features);
        connection?.answered(build, call.path);
        return data;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        error.call = call;
        if (error.httpError) log?.(error.httpError);
        connection?.failed(error, sentAt, { build, isRepeated });
        if (confirm && lacksConfirmation(error, call, features)) {
          await confirm(call, sending.signal);
          continue;
        }
        if (error.kind !== 'unauthorized') throw error;
        // An import is the work of who began it: another administrator who signed in elsewhere does not go on with it.
        const isImport = call.steps && call.upload && 'max' in call.upload;
        if (isImport && session.token() !== '' && session.token() !== token)
          throw new CallFailure('superseded', '', error.status);
        // Somebody may have signed in meanwhile; if not, the sign-in dialog opens.
        if (session.token() === token) session.expire();
      }
    }
  }

  return async (call, params, file, { key: given, ...sending } = {}) => {
    const key = features.has('idempotency') ? given : undefined;
    const send = () => sendUntilSignedIn(call, encode(call, params), file, { ...sending, ...(key && { key }) });
    const isLost = (error: unknown): error is CallFailure => error instanceof CallFailure && error.isLost;
    const giveUp = (error: unknown) => {
      throw given !== undefined && isLost(error) ? unknownOnce(error) : error;
    };
    return (await send().catch((error) => (key && isLost(error) ? send().catch(giveUp) : giveUp(error)))) as never;
  };
}

interface Request extends Omit<Sending, 'key'> {
  base: string;
  path: string;
  headers: Record<string, string>;
  body: FormData;
  timeoutMs: number;
}

export type Post = (request: Request) => Promise<{ status: number; body: string; build?: string | undefined }>;

function postWithProgress({ base, path, headers, body, timeoutMs, signal, onProgress }: Request) {
  const request = new XMLHttpRequest();
  let idle: ReturnType<typeof setTimeout> | undefined;
  const abort = () => request.abort();
  const reply = new Promise<{ status: number; body: string; build: string | undefined }>((resolve, reject) => {
    const stop = () => {
      reject(new CallFailure('timeout', '', 0));
      request.abort();
    };
    const moved = () => {
      clearTimeout(idle);
      if (timeoutMs) idle = setTimeout(stop, timeoutMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      moved();
      onProgress?.(loaded, total);
    };
    request.onload = () => resolve({ status: request.status, body: request.responseText, build: buildOf(request) });
    request.onerror = () => reject(noReply(base !== ''));
    request.onabort = () => reject(signal?.reason);
    request.open('POST', `${base}/api/${path}`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort, { once: true });
    moved();
    request.send(body);
  });
  return reply.finally(() => {
    clearTimeout(idle);
    signal?.removeEventListener('abort', abort);
  });
}

/** Reading a header that another origin does not expose by its name would log an error in the browser's console. */
const buildOf = (request: XMLHttpRequest) => /^x-build: *(.*)$/im.exec(request.getAllResponseHeaders())?.[1];

/** Waits for a promise, or until the signal is aborted. @throws the signal's reason */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, ended]);
}
