import { createSession } from '../authProvider/session.ts';
import { checkLogin, ini, login, logout } from '../contract/calls/auth.ts';
import { CallFailure, noReply } from '../dataProvider/failure.ts';
import { createFeatures, type Features } from '../dataProvider/features.ts';
import { createDataProvider } from '../dataProvider/index.ts';
import { createHttp, type Http } from '../dataProvider/transport/http.ts';
import type { Post } from '../dataProvider/transport/sendFile.ts';
import { type CheckContext, createLines, type Line } from './lines.ts';
import { observed } from './observed.ts';
import { attempt, makeReads } from './reads.ts';
import { makeWrites } from './writes.ts';

interface CheckOptions {
  url: string;
  username: string;
  password: string;
  verify?: string;
  write: boolean;
  /** Stops the check; its records are still removed. */
  signal?: Pick<AbortSignal, 'throwIfAborted'>;
}

export interface Report {
  url: string;
  write: boolean;
  lines: Line[];
  /** As `auth.auth/ini` names them; undefined if it names none. */
  extensions: string[] | undefined;
  features: Features;
  /** The records that could not be removed. */
  left: string[];
}

/** Nothing could be checked; the message is one sentence for the user. */
export class CheckError extends Error {}

/** Makes every call of the console to a back end. @throws CheckError */
export async function checkBackEnd({ url, username, password, verify, write, signal }: CheckOptions): Promise<Report> {
  const lines = createLines();
  const features = createFeatures(memory());
  features.learn([]);
  const signedIn = () => {
    const session = createSession(memory());
    // Nobody signs in again here.
    session.expire = session.die;
    const bodies = new Map<string, string>();
    const language = () => 'en';
    const heard = (path: string, body: string) => void bodies.set(path, body);
    const client = createHttp({ host: url, session, features, language, heard, post: postTo(heard) });
    return {
      session,
      http: stoppable(observed(client, lines.note, bodies, features), () => context.isCleaning, signal),
    };
  };
  const { http, session } = signedIn();
  const context: CheckContext = {
    http,
    features,
    lines,
    signedIn,
    isCleaning: false,
    provider: createDataProvider(http, features),
  };

  let iniFailure: unknown;
  const reply = await http.call(ini).catch((error: unknown) => {
    // The console does without this call: whether a back end is there, the sign-in shows.
    const isMissing = error instanceof CallFailure && error.isCallMissing && error.status < 500;
    if (!isMissing) throw new CheckError(sentenceOf(error, url));
    iniFailure = error;
    return undefined;
  });
  const extensions = Array.isArray(reply?.extensions) ? reply.extensions.map(String) : undefined;
  features.learn(extensions);
  const { token } = await http
    .call(login, { username, password, ...(verify && { verify }) })
    .catch((error: unknown) => {
      const isNoBackEnd = error instanceof CallFailure && error.isCallMissing && !error.isAnswer;
      throw new CheckError(iniFailure && isNoBackEnd ? sentenceOf(iniFailure, url) : refusalOf(error, username));
    });
  if (!token) throw new CheckError(`The back end let "${username}" in without a token.`);
  await session.begin(token);
  await attempt(http.call(checkLogin));
  await makeReads(context);
  const left = write ? await makeWrites(context) : [];
  if (features.offers(logout)) await attempt(http.call(logout));
  return { url, write, lines: lines.all(), extensions, features, left };
}

function sentenceOf(error: unknown, url: string): string {
  if (!(error instanceof CallFailure)) throw error;
  if (error.kind === 'network') return unreached(url, error.cause);
  if (error.kind === 'timeout') return `${url} accepts connections but answered nothing within 6 seconds.`;
  if (error.status >= 500)
    return `${url} answers /api/${ini.path} with HTTP ${error.status}: what is there does not work.`;
  const how = error.status === 200 ? 'with no JSON envelope' : `with HTTP ${error.status}`;
  return `${url} is a web server but no back end of this console: it answers /api/${ini.path} ${how}.`;
}

/** Sentences by the code of OpenSSL, Node.js or undici in the cause of `fetch`'s error. */
const reasons: [code: RegExp, sentence: (url: string, code: string) => string][] = [
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH)/,
    (url) => `${url} answers without TLS: give it as ${withoutTls(url)}, if it is a web server.`,
  ],
  [
    /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/,
    (url, code) => `The certificate of ${url} is not trusted here: ${code}.`,
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, (url) => `No host is known as ${new URL(url).hostname}.`],
  [/^(UND_ERR_SOCKET|ECONNRESET|HPE_)/, (url) => `What listens at ${url} hangs up, or does not speak HTTP.`],
];

/** With the port, as http has another default. */
const withoutTls = (url: string) => `http://${new URL(url).hostname}:${new URL(url).port || 443}`;

function unreached(url: string, thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = String((cause as { code?: unknown } | undefined)?.code);
  const [, sentence] = reasons.find(([pattern]) => pattern.test(code)) ?? [];
  return sentence?.(url, code) ?? `Nothing answers at ${url}.`;
}

function refusalOf(error: unknown, username: string): string {
  if (!(error instanceof CallFailure)) throw error;
  if (error.kind === 'second') return `"${username}" signs in with a second factor: give its code with --verify.`;
  const reason = error.sentence.startsWith('failure.') ? `HTTP ${error.status}` : error.sentence;
  return `The back end did not let "${username}" in: ${reason}`;
}

function stoppable(http: Http, isCleaning: () => boolean, signal: CheckOptions['signal']): Http {
  const check = () => {
    if (!isCleaning()) signal?.throwIfAborted();
  };
  return {
    call: async (...given) => {
      check();
      return http.call(...given);
    },
    upload: async (...given) => {
      check();
      return http.upload(...given);
    },
    download: async (...given) => {
      check();
      return http.download(...given);
    },
  };
}

/** Sends a file without XMLHttpRequest, which Node does not have. */
const postTo =
  (hear: (path: string, body: string) => void): Post =>
  async ({ base, path, headers, body, timeoutMs }) => {
    try {
      const signal = timeoutMs ? AbortSignal.timeout(timeoutMs) : undefined;
      const response = await fetch(`${base}/api/${path}`, { method: 'POST', headers, body, signal });
      const text = await response.text();
      hear(path, text);
      return { status: response.status, body: text };
    } catch (error) {
      throw error instanceof TypeError ? noReply(true, error) : new CallFailure('timeout', '', 0);
    }
  };

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  };
}
