import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../support/listen.ts';
import { randomPassword } from '../support/randomPassword.ts';
import { type Asked, type Handler, Refusal } from './answer.ts';
import { calls } from './calls.ts';
import { sendPage } from './pages.ts';
import { publicCalls } from './signIn.ts';
import { fillSite } from './site.ts';
import { openStore } from './store.ts';

export interface PlainBackEnd {
  /** URL without a slash at the end. */
  url: string;
  /** Password of the administrator `admin`. */
  password: string;
  /** The requests that it got; `call` is such as `GET base.Menu`. */
  asked: { call: string; parameters: string[]; form: Record<string, string>; headers: string[]; at: number }[];
  /** All requests since it began, with their values; a file is recorded as `[file]`. */
  recorded: { call: string; sent: Record<string, string> }[];
  stop(): Promise<void>;
}

const prefix = '/api/';

interface Options {
  /** Port to listen at; a free one by default. */
  port?: number;
  password?: string;
  /** Handlers that replace those of `calls`; undefined for a call that this back end lacks. */
  habits?: Record<string, Handler | undefined>;
}

/** Starts the back end on a new database in memory. */
export async function startPlain({
  port = 0,
  password = randomPassword(),
  habits = {},
}: Options = {}): Promise<PlainBackEnd> {
  const answered = { ...calls, ...habits };
  const store = openStore();
  fillSite(store, password);
  const tokens = new Map<string, string>();
  const asked: PlainBackEnd['asked'] = [];
  const recorded: PlainBackEnd['recorded'] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://plain');
    if (!url.pathname.startsWith(prefix)) return sendPage(url.pathname, response);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const path = url.pathname.slice(prefix.length);
    const name = `${request.method} ${path}`;
    const form = request.method === 'GET' ? url.searchParams : await formOf(request);
    const texts = [...form].filter((part): part is [string, string] => typeof part[1] === 'string');
    asked.push({
      call: name,
      parameters: [...form.keys()],
      form: Object.fromEntries(texts),
      headers: Object.keys(request.headers),
      at: performance.now(),
    });
    const values = [...form].map(([key, value]) => [key, typeof value === 'string' ? value : '[file]']);
    recorded.push({ call: name, sent: Object.fromEntries(values) });
    const handler = Object.hasOwn(answered, name) ? answered[name] : undefined;
    if (!handler) return notFound(response);
    const adminId = tokens.get(request.headers.authorization ?? '') ?? '';
    if (!adminId && !publicCalls.includes(path)) return reply(response, 401, 401, '用户信息无效，请重新登录');
    const file = form.get('file');
    const all: Asked = {
      store,
      tokens,
      adminId,
      form: Object.fromEntries(texts),
      ...(file instanceof File && { file }),
    };
    try {
      reply(response, 200, 1, '操作成功', handler(all) ?? []);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply(response, 200, 0, error.message);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/html' }).end(`<h1>System Error</h1><pre>${error}</pre>`);
    });
  });
  return {
    url: `http://127.0.0.1:${await listen(server, '127.0.0.1', port)}`,
    password,
    asked,
    recorded,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
    },
  };
}

async function formOf(request: IncomingMessage): Promise<FormData | URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) return new URLSearchParams(body.toString());
  return await new Response(body, { headers: { 'content-type': type } }).formData();
}

function reply(response: ServerResponse, status: number, code: number, msg: string, data: unknown = []): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ code, msg, data }));
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
  response.end('<!DOCTYPE html><title>System Error</title><h1>页面错误！请稍后再试～</h1>');
}

if (import.meta.main) {
  const { url, password } = await startPlain({ port: Number(process.env.PORT ?? 0) });
  console.log(`${url}/rTopAdmin/ admin ${password}`);
}
