import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { listen } from './listen.ts';
import { outsideTo } from './outsideTo.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A site that stands for the rest of the web, on every loopback address. `outside` leads a server of this process
 * there.
 */
export function useFarSite() {
  const answers = new Map<string, Answer>();
  const asked: { address: string; path: string; headers: IncomingMessage['headers'] }[] = [];
  const names = new Map<string, string[][]>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ address: request.socket.localAddress ?? '', path, headers: request.headers });
    const answer = answers.get(path);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  let port = 0;
  beforeAll(async () => {
    port = await listen(server, '0.0.0.0');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const outside = outsideTo(() => port, names);
  return {
    outside,
    /** Its port on 127.0.0.1, once it listens. */
    port: () => port,
    /** The requests that it got, first to last. */
    asked,
    /** The addresses of a name: those of its first lookup, of the second one, and so on. The last ones stay. */
    names,
    on: (path: string, answer: Answer) => void answers.set(path, answer),
    /** Answers a path with these bytes. */
    serve: (path: string, body: Buffer | string, type = 'image/png') =>
      void answers.set(path, (_request, response) => response.writeHead(200, { 'content-type': type }).end(body)),
    url: (path: string, host = 'pictures.test') => `http://${host}:${port}${path}`,
  };
}
