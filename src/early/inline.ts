import { tokenKey } from '../../authProvider/session.ts';
import { extensionsKey } from '../../dataProvider/extensionsKey.ts';
import { firstChunks } from './firstChunks.ts';
import { paint } from './paint.ts';
import { type EarlyRead, here, keyOf, preferencesRead, publicReads, recall, signedInReads } from './wire.ts';

/** The script in the page itself: it runs before the page is painted, and while the console's own scripts load. */

/** The files of each of the first chunks, put here by the build (plugin.ts). */
declare const FILES: Record<string, string[]>;

paint();

const token = localStorage.getItem(tokenKey) ?? '';
const chunks: string[] = firstChunks(Boolean(token), location.pathname);
if (document.documentElement.lang === 'en') chunks.push('en');
for (const file of new Set(chunks.flatMap((name) => FILES[name] ?? []))) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = file;
  document.head.append(link);
}

// As dataProvider/features.ts has it: where nothing was learned yet, this server's own.
const extensions = localStorage.getItem(extensionsKey)?.split(',');
const language = !extensions || extensions.includes('list') ? document.documentElement.lang : undefined;
const headers = { ...(token && { Authorization: token }), ...(language && { 'Accept-Language': language }) };

function ask([verb, path, form]: EarlyRead) {
  const isGet = verb === 'GET';
  const url = `/api/${path}${isGet && form ? `?${form}` : ''}`;
  return fetch(url, { method: verb, headers, body: isGet ? undefined : new URLSearchParams(form) })
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
  if (extensions?.includes('preferences')) reads.push(preferencesRead);
}
window.rtopEarly = { token, language, replies: new Map(reads.map((read) => [keyOf(read), ask(read)])) };
