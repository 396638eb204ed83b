import { tokenKey } from '../../authProvider/session.ts';
import { languageOrDefault, languages } from '../../contract/languages.ts';
import { extensionsKey, needs } from '../../dataProvider/features.ts';
import { findBackEnd } from './backEnd.ts';
import { firstChunks, messageChunks } from './firstChunks.ts';
import {
  type EarlyRead,
  foldBelow,
  gateKey,
  here,
  isCallMissing,
  keyOf,
  preferencesRead,
  publicReads,
  recall,
  signedInReads,
  storeName,
} from './wire.ts';

/** The script inside the page: it runs before the first paint, while the console's scripts load. */

/** The files of each first chunk, inserted by the build (build/plugin.ts). */
declare const FILES: Record<string, string[]>;

// This comes first, because it removes what is stored for another back end.
const host = findBackEnd();
window.rtopBackEnd = host;
setPageAttributes();

const token = localStorage.getItem(tokenKey) ?? '';
const chunks: string[] = firstChunks(Boolean(token), location.pathname);
chunks.push(...messageChunks(storedLanguage()));
for (const file of new Set(chunks.flatMap((name) => FILES[name] ?? []))) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

// As in dataProvider/features.ts, the page's own server is taken to have all extensions until they are known.
const extensions = localStorage.getItem(extensionsKey)?.split(',');
const acceptsLanguage = extensions ? extensions.includes(needs.language) : host === '';
const language = acceptsLanguage ? document.documentElement.lang : undefined;
const headers = { ...(token && { Authorization: token }), ...(language && { 'Accept-Language': language }) };

/** Sends a read. If our server sent the page, the host is known and there is no wait for it. */
async function send([verb, path, form]: EarlyRead) {
  const backEnd = typeof host === 'string' ? host : await host;
  if (backEnd === undefined) return undefined;
  const isGet = verb === 'GET';
  const url = `${backEnd}/api/${path}${isGet && form ? `?${form}` : ''}`;
  const init = isGet
    ? { headers }
    : { headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }, body: form };
  try {
    const response = await fetch(url, { method: verb, ...init });
    return { status: response.status, body: await response.text(), build: response.headers.get('x-build') };
  } catch {
    return undefined;
  }
}

const reads: EarlyRead[] = publicReads.filter(([, path]) => !isCallMissing(path, token));
if (token && !localStorage.getItem(gateKey)) {
  reads.push(...signedInReads, ...(recall()[here()]?.reads ?? []));
  if (extensions?.includes(needs.preferences)) reads.push(preferencesRead);
}
window.rtopEarly = { token, language, replies: new Map(reads.map((read) => [keyOf(read), send(read)])) };

function stored(name: string) {
  return localStorage.getItem(`RaStore${storeName}.${name}`)?.replaceAll('"', '');
}

function storedLanguage() {
  return languageOrDefault(stored('locale'));
}

function setPageAttributes(): void {
  const page = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  page.lang = languages[storedLanguage()].tag;
  page.dataset.theme = stored('theme') ?? system;
  page.dataset.menu = stored('sidebar.open') === 'false' ? 'closed' : 'open';
  page.dataset.tabs = stored('tabs.on') === 'false' ? 'off' : 'on';
  if (recall()[here()]?.hasSecondMenu) {
    // This must agree with ui/FoldablePane.tsx.
    const isOpen = stored('menu.second') ?? String(matchMedia(`(min-width: ${foldBelow}px)`).matches);
    page.dataset.second = isOpen === 'true' ? 'open' : 'folded';
  }
  page.dataset.page = localStorage.getItem(tokenKey) ? 'frame' : 'signIn';
}
