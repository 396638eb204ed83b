import { anyBucket, pagePolicy } from '../../contract/pagePolicy.ts';
import { basePath } from '../../contract/paths.ts';
import { storeName } from './storeName.ts';
import { publicReads } from './wire.ts';

/** Where a static console is told of its back end: `{ "API_HOST": "https://api.example.com" }`. */
const configPath = `${basePath}/config.json`;
/** Of which back end this browser's keys are; none for the page's own. */
const hostKey = 'rtop.host';
/** What storages without such a file answer. */
const absent = [403, 404, 410];

/** As long as each call is waited for (docs/contract.md, "Limits"). */
const timeoutMs = 6000;

declare global {
  interface Window {
    /** Found by the page's own script. */
    rtopBackEnd?: BackEnd | Promise<BackEnd>;
  }
}

/** Scheme and host of the back end, '' for the page's own; undefined where `config.json` cannot be read. */
type BackEnd = string | undefined;

/** The back end that the server names in the page; where no server of ours sent it, the one of `config.json`. */
export function findBackEnd(): BackEnd | Promise<BackEnd> {
  const told = document.querySelector<HTMLMetaElement>('meta[name=api-host]')?.content ?? '';
  if (told.startsWith('__')) return readWhere();
  adopt(told);
  return told;
}

async function readWhere(): Promise<BackEnd> {
  const protect = guard();
  const host = await readConfig();
  if (host !== undefined && adopt(host)) return reload();
  protect(host ?? '');
  return host;
}

async function readConfig(): Promise<BackEnd> {
  try {
    const reply = await fetch(configPath, { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) });
    const isPage = reply.headers.get('content-type')?.includes('html');
    // A web server that leads every path to the console answers its page.
    if (absent.includes(reply.status) || (reply.ok && isPage)) return (await isOwnTurn()) ? '' : undefined;
    if (!reply.ok) return undefined;
    return hostOf(JSON.parse(await reply.text()));
  } catch {
    return undefined; // no line, no end, or no JSON: the console says that it cannot be read
  }
}

/**
 * Whether a page without the file is that of its own host. One that named another host before may lack it for a moment:
 * only where a back end answers here is what this browser keeps for the other one dropped.
 */
async function isOwnTurn(): Promise<boolean> {
  if (!localStorage.getItem(hostKey)) return true;
  const [, path] = publicReads[0];
  const reply = await fetch(`/api/${path}`, { signal: AbortSignal.timeout(timeoutMs) });
  return reply.status === 200 && Number(JSON.parse(await reply.text()).code) === 1;
}

function hostOf(config: unknown): BackEnd {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined;
  // A name that is spelled otherwise must not lead to the page's own host.
  const host = 'API_HOST' in config ? config.API_HOST : Object.keys(config).length > 0 ? undefined : '';
  if (typeof host !== 'string' || host === '') return host === '' ? '' : undefined;
  const isHttp = /^https?:/.test(host) && URL.canParse(host);
  return isHttp && new URL(host).origin === host.replace(/\/$/, '') ? new URL(host).origin : undefined;
}

/**
 * Forgets what another back end gave this browser: its token above all is nothing for this one.
 * @returns whether anything was kept
 */
function adopt(host: string): boolean {
  if ((localStorage.getItem(hostKey) ?? '') === host) return false;
  const isOurs = (name: string) => name.startsWith('rtop.') || name.startsWith(`RaStore${storeName}.`);
  const kept = [localStorage, sessionStorage].flatMap((storage) =>
    Object.keys(storage)
      .filter(isOurs)
      .map((name) => storage.removeItem(name)),
  );
  localStorage.setItem(hostKey, host);
  return kept.length > 0;
}

/** What runs already has read what was kept. */
function reload(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/**
 * Of a page that no server of ours sent, which so has no policy of its own: a nonce of this load for the styles that
 * scripts make.
 * @returns gives the page its policy, once it is known which host it may call
 */
function guard(): (host: string) => void {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const place = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  if (place) place.nonce = nonce;
  return (host) => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = pagePolicy({ nonce, connects: [host, anyBucket] });
    document.head.append(policy);
  };
}
