import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { basePath } from '../../contract/paths.ts';
import { listen } from './listen.ts';

const dist = resolve(import.meta.dirname, '../../dist');
const page = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
/** The headers that docs/operations.md gives nginx for the page. */
const headers = Object.fromEntries(
  [...(/location \/rTopAdmin\/ \{[^}]*\}/.exec(page)?.[0] ?? '').matchAll(/add_header ([\w-]+) "?([^";]+)"?;/g)].map(
    ([, name = '', value = '']) => [name, value],
  ),
);
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** A web server that knows nothing but files, with the headers of that page: the built console, and its `config.json`. */
export interface StaticHost {
  url: string;
  /** The text of `config.json`; undefined where there is none. */
  config: string | undefined;
}

export function useStaticHost(): StaticHost {
  const host: StaticHost = { url: '', config: undefined };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://static').pathname.replace(basePath, '');
    if (path === '/config.json') return answer(response, host.config === undefined ? 404 : 200, host.config);
    const file = path.startsWith('/assets/') ? path : '/index.html';
    // As static hosts do: the name of an asset changes with its content.
    if (file !== '/index.html') response.setHeader('cache-control', 'max-age=31536000');
    return answer(response, 200, await readFile(join(dist, file)), types[extname(file)]);
  });
  beforeAll(async () => {
    host.url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}

function answer(response: ServerResponse, status: number, body: string | Buffer = '', type = 'application/json') {
  response.writeHead(status, { ...headers, 'content-type': type }).end(body);
}
