import { anyBucket, anySite, pagePolicy } from '../../contract/pagePolicy.ts';
import { basePath } from '../../contract/paths.ts';
import { publicReads, storeName } from './wire.ts';

const configPath = `${basePath}/config.json`;
/** The back end that this browser's stored data belongs to; absent for the page's own. */
const hostKey = 'rtop.host';
/** How static hosts answer for a missing file. */
const missingStatuses = [403, 404, 410];

/** docs/contract.md, "Limits". */
const timeoutMs = 6000;

declare global {
  interface Window {
    rtopBackEnd?: BackEnd | Promise<BackEnd>;
  }
}

/** The back end's origin, '' for the page's own; undefined if `config.json` cannot be read. */
type BackEnd = string | undefined;

export function findBackEnd(): BackEnd | Promise<BackEnd> {
  const host = document.querySelector<HTMLMetaElement>('meta[name=api-host]')?.content ?? '';
  // The placeholder is still there: not our server sent the page.
  if (host.startsWith('__')) return findConfigured();
  adopt(host);
  return host;
}

async function findConfigured(): Promise<BackEnd> {
  const setPolicy = preparePolicy();
  const host = await readConfig();
  if (host !== undefined && adopt(host)) {
    // The running scripts have read the removed data already.
    location.reload();
    return new Promise(() => {});
  }
  setPolicy(host ?? '');
  return host;
}

async function readConfig(): Promise<BackEnd> {
  try {
    const reply = await fetch(configPath, { cache: 'no-cache', signal: AbortSignal.timeout(timeoutMs) });
    const isPage = reply.headers.get('content-type')?.includes('html');
    // A web server with a fallback to the console answers its page.
    if (missingStatuses.includes(reply.status) || (reply.ok && isPage)) return (await isOwnBackEnd()) ? '' : undefined;
    if (!reply.ok) return undefined;
    return hostOf(JSON.parse(await reply.text()));
  } catch {
    return undefined; // no connection, a timeout or no JSON: the console says that it cannot be read
  }
}

/** The file may be missing for a moment only: data of another host is dropped only if a back end answers here. */
async function isOwnBackEnd(): Promise<boolean> {
  if (!localStorage.getItem(hostKey)) return true;
  const [, path] = publicReads[0];
  const reply = await fetch(`/api/${path}`, { signal: AbortSignal.timeout(timeoutMs) });
  return reply.status === 200 && Number(JSON.parse(await reply.text()).code) === 1;
}

function hostOf(config: unknown): BackEnd {
  if (typeof config !== 'object' || config === null || Array.isArray(config)) return undefined;
  // A misspelled name must not select the page's own host.
  const host = 'API_HOST' in config ? config.API_HOST : Object.keys(config).length > 0 ? undefined : '';
  if (typeof host !== 'string' || host === '') return host === '' ? '' : undefined;
  const isHttp = /^https?:/.test(host) && URL.canParse(host);
  return isHttp && new URL(host).origin === host.replace(/\/$/, '') ? new URL(host).origin : undefined;
}

/** Removes what was stored for another back end, above all its token. @returns whether there was anything */
function adopt(host: string): boolean {
  if ((localStorage.getItem(hostKey) ?? '') === host) return false;
  const isOurs = (name: string) => name.startsWith('rtop.') || name.startsWith(`RaStore${storeName}.`);
  const removed = [localStorage, sessionStorage].flatMap((storage) =>
    Object.keys(storage)
      .filter(isOurs)
      .map((name) => storage.removeItem(name)),
  );
  localStorage.setItem(hostKey, host);
  return removed.length > 0;
}

/** Sets a nonce for the styles that scripts insert. @returns what sets the page's policy, once the host is known */
function preparePolicy(): (host: string) => void {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  if (meta) meta.nonce = nonce;
  return (host) => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = pagePolicy({ nonce, connects: [host, anyBucket], frames: [anySite] });
    document.head.append(policy);
  };
}
