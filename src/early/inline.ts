import { tokenKey } from '../../authProvider/session.ts';
import { extensionsKey, needs } from '../../dataProvider/features.ts';
import { findBackEnd } from './backEnd.ts';
import { firstChunks, messageChunks } from './firstChunks.ts';
import { paint, storedLanguage } from './paint.ts';
import { type EarlyRead, here, keyOf, preferencesRead, publicReads, recall, signedInReads } from './wire.ts';

/** The script in the page itself: it runs before the page is painted, and while the console's own scripts load. */

/** The files of each of the first chunks, put here by the build (plugin.ts). */
declare const FILES: Record<string, string[]>;

// First of all: what is kept for another back end must be gone.
const host = findBackEnd();
window.rtopBackEnd = host;
paint();

const token = localStorage.getItem(tokenKey) ?? '';
const chunks: string[] = firstChunks(Boolean(token), location.pathname);
chunks.push(...messageChunks(storedLanguage()));
for (const file of new Set(chunks.flatMap((name) => FILES[name] ?? []))) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

// As dataProvider/features.ts has it: where nothing was learned yet, this server's own.
const extensions = localStorage.getItem(extensionsKey)?.split(',');
const isSpoken = extensions ? extensions.includes(needs.language) : host === '';
const language = isSpoken ? document.documentElement.lang : undefined;
const headers = { ...(token && { Authorization: token }), ...(language && { 'Accept-Language': language }) };

/** As soon as it is known where: at once, where a server of ours sent the page. */
const ask = (read: EarlyRead) => (typeof host === 'string' ? askAt(host, read) : askLater(host, read));

async function askLater(where: typeof host, read: EarlyRead) {
  const found = await where;
  return found === undefined ? undefined : askAt(found, read);
}

function askAt(at: string, [verb, path, form]: EarlyRead) {
  const isGet = verb === 'GET';
  const url = `${at}/api/${path}${isGet && form ? `?${form}` : ''}`;
  const sent = isGet
    ? { headers }
    : { headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }, body: form };
  return fetch(url, { method: verb, ...sent })
    .then(async (response) => ({
      status: response.status,
      body: await response.text(),
      build: response.headers.get('x-build'),
    }))
    .catch(() => undefined);
}

const reads: EarlyRead[] = [...publicReads];
if (token) {
  reads.push(...signedInReads, ...(recall()[here()]?.reads ?? []));
  if (extensions?.includes(needs.preferences)) reads.push(preferencesRead);
}
window.rtopEarly = { token, language, replies: new Map(reads.map((read) => [keyOf(read), ask(read)])) };
