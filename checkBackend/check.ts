import { createSession, type Session } from '../authProvider/session.ts';
import { checkLogin, ini, login, logout } from '../contract/calls/auth.ts';
import { CallFailure } from '../dataProvider/failure.ts';
import { createFeatures, type Features } from '../dataProvider/features.ts';
import { createHttp, type Http } from '../dataProvider/http.ts';
import { type ConsoleProvider, createDataProvider } from '../dataProvider/index.ts';
import { createLines, type Line, type Lines } from './lines.ts';
import { goingOn, makeReads } from './reads.ts';
import { watched } from './watched.ts';
import { makeWrites } from './writes.ts';

interface Wanted {
  url: string;
  username: string;
  password: string;
  /** The code of the second factor, where that is on. */
  verify?: string;
  /** Makes calls that write, too. */
  write: boolean;
  /** Ends the check; what it has made is still removed. */
  signal?: Pick<AbortSignal, 'throwIfAborted'>;
}

/** What the parts of a check share. */
export interface Checked {
  http: Http;
  provider: ConsoleProvider;
  features: Features;
  lines: Lines;
  /** A client of its own, for another session. */
  signedIn(): { http: Http; session: Session };
  /** Set while what was made is removed, which nothing stops. */
  isCleaning: boolean;
}

export interface Report {
  url: string;
  write: boolean;
  lines: Line[];
  /** What the back end names in `auth.auth/ini`; undefined where it names nothing. */
  extensions: string[] | undefined;
  features: Features;
  /** What could not be removed again. */
  left: string[];
}

/** Nothing could be checked; the message is one sentence for whoever asked. */
export class CheckError extends Error {}

/** Asks a back end all that the console may ask. @throws CheckError */
export async function checkBackEnd({ url, username, password, verify, write, signal }: Wanted): Promise<Report> {
  const lines = createLines();
  const features = createFeatures(memory());
  features.learn([]);
  const signedIn = () => {
    const session = createSession(memory());
    const heard = new Map<string, string>();
    const language = () => 'en';
    const asking = createHttp({ host: url, session, features, language, heard: (path, body) => heard.set(path, body) });
    return { session, http: stoppable(watched(asking, lines.note, heard), () => checked.isCleaning, signal) };
  };
  const { http, session } = signedIn();
  const checked: Checked = {
    ...{ http, features, lines, signedIn, isCleaning: false },
    provider: createDataProvider(http, features),
  };

  const told = await http.call(ini).catch((error: unknown) => {
    throw new CheckError(sentenceOf(error, url));
  });
  const extensions = Array.isArray(told?.extensions) ? told.extensions.map(String) : undefined;
  features.learn(extensions);
  const { token } = await http
    .call(login, { username, password, ...(verify && { verify }) })
    .catch((error: unknown) => {
      throw new CheckError(refusalOf(error, username));
    });
  if (!token) throw new CheckError(`The back end let "${username}" in without a token.`);
  await session.begin(token);
  await goingOn(http.call(checkLogin));
  await makeReads(checked);
  const left = write ? await makeWrites(checked) : [];
  if (features.offers(logout)) await goingOn(http.call(logout));
  return { url, write, lines: lines.all(), extensions, features, left };
}

function sentenceOf(error: unknown, url: string): string {
  if (!(error instanceof CallFailure)) throw error;
  if (error.kind === 'network') return `Nothing answers at ${url}.`;
  if (error.kind === 'timeout') return `${url} accepts connections but answered nothing within 6 seconds.`;
  const how = error.status === 200 ? 'with no JSON envelope' : `with HTTP ${error.status}`;
  return `${url} is a web server but no back end of this console: it answers /api/${ini.path} ${how}.`;
}

function refusalOf(error: unknown, username: string): string {
  if (!(error instanceof CallFailure)) throw error;
  if (error.kind === 'second') return `"${username}" signs in with a second factor: give its code with --verify.`;
  const said = error.message.startsWith('failure.') ? `HTTP ${error.status}` : error.message;
  return `The back end did not let "${username}" in: ${said}`;
}

function stoppable(http: Http, isCleaning: () => boolean, signal: Wanted['signal']): Http {
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

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}
