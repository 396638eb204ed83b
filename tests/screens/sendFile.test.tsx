import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { transferImport } from '../../contract/calls/transfer.ts';
import { fileUpload } from '../../contract/calls/upload.ts';
import type { Connection } from '../../dataProvider/transport/connection.ts';
import { createSendFile } from '../../dataProvider/transport/sendFile.ts';
import { listen } from '../support/listen.ts';
import { consoleAt } from '../support/provider.ts';

type Reply = [status: number, envelope: object | string] | 'lost' | 'never';
let url = '';
let asked: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
let replies: Reply[] = [];
/** Is called between a request and its reply. */
let meanwhile: (() => unknown) | undefined;
const stored = { url: '/upload/2026/11/a.png', id: 7 };
const fine: Reply = [200, { code: 1, msg: '', data: stored }];
const dead: Reply = [401, { code: 401, msg: '用户信息无效，请重新登录', data: null }];

const server = createServer(async (request, response) => {
  const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' };
  if (request.method === 'OPTIONS') return response.writeHead(204, allowed).end();
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  asked.push({ path: request.url ?? '', headers: request.headers, body });
  await meanwhile?.();
  const reply = replies.shift() ?? fine;
  if (reply === 'never') return undefined;
  if (reply === 'lost') return response.destroy();
  return response.writeHead(reply[0], allowed).end(JSON.stringify(reply[1]));
});
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
});
beforeEach(() => {
  asked = [];
  replies = [];
  meanwhile = undefined;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const picture = new File(['the content'], '茶园.png', { type: 'image/png' });
function open() {
  const { session, features } = consoleAt(url, 'the-token');
  const told: string[] = [];
  const connection: Pick<Connection, 'answered' | 'failed'> = {
    answered: () => void told.push('answered'),
    failed: ({ kind }, _sentAt, { isRepeated }) => void told.push(isRepeated ? `${kind}, again` : kind),
  };
  const send = createSendFile({ host: url, session, features, language: () => 'zh', connection });
  return { session, send, told };
}

it.each<[string, Reply, string[]]>([
  ['is answered', fine, ['answered']],
  ['is refused', [200, { code: 0, msg: '不行', data: null }], ['refused']],
  ['is lost', 'lost', ['network']],
  ['gets what is no reply of the back end', [200, '<html>'], ['unreadable']],
])('a file that %s tells the line so much', async (_how, reply, outcome) => {
  replies = [reply];
  const { send, told } = open();
  await send(fileUpload, {}, picture).catch(() => {});
  expect(told).toEqual(outcome);
});

it('a file goes as the part `file` after its parameters, with the token, and its progress is told', async () => {
  const { send } = open();
  const onProgress = vi.fn();
  expect(await send(fileUpload, { folder_id: 3 }, picture, { onProgress })).toEqual(stored);
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = asked;
  expect(path).toBe('/api/base.upload/fileUpload');
  expect(headers).toMatchObject({ authorization: 'the-token', 'accept-language': 'zh' });
  expect(body.indexOf('name="folder_id"')).toBeLessThan(body.indexOf('name="file"; filename="茶园.png"'));
  expect(body).toContain('the content');
  const [sent, of] = onProgress.mock.lastCall ?? [];
  expect(sent).toBe(of);
  expect(sent).toBeGreaterThan(picture.size);
});

it('a session that is over opens the sign-in over the work, and the file is sent again after it', async () => {
  const { session, send } = open();
  replies = [dead, fine];
  const sending = send(fileUpload, {}, picture);
  await expect.poll(session.status).toBe('expired');
  expect(asked).toHaveLength(1);
  await session.begin('a-new-token');
  expect(await sending).toEqual(stored);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['the-token', 'a-new-token']);
});

it('an import is not sent again for whoever signed in meanwhile; a picture is', async () => {
  const tokens = () => asked.map(({ headers }) => headers.authorization);
  const { session, send } = open();
  meanwhile = () => session.begin('the-token-of-another');
  replies = [dead];
  const csv = new File(['title'], 'a.csv');
  await expect(send(transferImport, { entity: 'size', dry_run: 0 }, csv, { key: 'k' })).rejects.toMatchObject({
    kind: 'superseded',
  });
  expect(tokens()).toEqual(['the-token']);
  meanwhile = () => session.begin('a-third-token');
  replies = [dead];
  expect(await send(fileUpload, {}, picture)).toEqual(stored);
  expect(tokens()).toEqual(['the-token', 'the-token-of-another', 'a-third-token']);
});

it('a file that waits for the sign-in can be given up', async () => {
  const { session, send } = open();
  session.expire();
  const end = new AbortController();
  const sending = send(fileUpload, {}, picture, { signal: end.signal });
  end.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual([]);
});

it('a file on its way that is given up ends its request', async () => {
  const { send } = open();
  replies = ['never'];
  const end = new AbortController();
  const sending = send(fileUpload, {}, picture, { signal: end.signal });
  await expect.poll(() => asked.length).toBe(1);
  end.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
});

it('a refusal, a lost line and a reply that never comes each say what they are', async () => {
  const { send } = open();
  replies = [[413, { code: 413, msg: '文件超过 512 MB', data: null }], 'lost', 'never'];
  await expect(send(fileUpload, {}, picture)).rejects.toMatchObject({ status: 413, message: '文件超过 512 MB' });
  await expect(send(fileUpload, {}, picture)).rejects.toMatchObject({ kind: 'network' });
  const really = globalThis.setTimeout;
  const waits: number[] = [];
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((go: () => void, ms: number) => {
    if (ms === 30_000) waits.push(ms);
    return really(go, ms === 30_000 ? 100 : ms);
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  await expect(send(fileUpload, {}, picture)).rejects.toMatchObject({ kind: 'timeout' });
  expect(waits).not.toEqual([]);
});

it('where nothing comes back from another host, its address is told as what to look at too', async () => {
  const { send } = open();
  replies = ['lost'];
  await expect(send(fileUpload, {}, picture)).rejects.toMatchObject({ message: 'failure.networkElsewhere' });
});

it('with a key a file whose reply is lost is sent once more under it, and then nobody knows what became of it', async () => {
  const { send, told } = open();
  replies = ['lost', fine];
  expect(await send(fileUpload, {}, picture, { key: 'the-key' })).toEqual(stored);
  replies = ['lost', 'lost'];
  await expect(send(fileUpload, {}, picture, { key: 'the-key' })).rejects.toMatchObject({ kind: 'unknown' });
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill('the-key'));
  expect(told).toEqual(['network, again', 'answered', 'network, again', 'network, again']);
});

it('without one it is sent once', async () => {
  const { send } = open();
  replies = ['lost'];
  await expect(send(fileUpload, {}, picture)).rejects.toMatchObject({ kind: 'network' });
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
});
