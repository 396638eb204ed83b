import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, resolve } from 'node:path';

const dist = resolve(import.meta.dirname, '../../dist');
const base = '/rTopAdmin';
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** The built console, as any web server would serve its folder; every path below it that is no file is its page. */
export async function sendPage(path: string, response: ServerResponse): Promise<void> {
  const isFile = path.startsWith(`${base}/`) && extname(path) !== '';
  const file = resolve(dist, isFile ? path.slice(base.length + 1) : 'index.html');
  const body = file.startsWith(dist) && path.startsWith(base) ? await readFile(file).catch(() => undefined) : undefined;
  if (!body) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body);
}
