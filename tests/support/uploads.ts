import { randomBytes } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { TestServer } from './server.ts';

export interface Uploaded {
  id: number;
  url: string;
  name: string;
  kind: string;
  mime: string;
  size: number;
  width: number | null;
  height: number | null;
  sha1: string;
  thumbs: { width: number; height: number; url: string }[];
  folder_id: number | null;
  version: number;
  existed: number;
}

type Bytes = Uint8Array | string;

/** Sends a file as a browser does. */
export async function send(
  server: Pick<TestServer, 'url' | 'token'>,
  path: string,
  content: Bytes | Blob,
  name: string,
  { params = {}, headers = {} }: { params?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(params)) form.append(key, value);
  form.append('file', content instanceof Blob ? content : new Blob([content as BlobPart]), name);
  const response = await fetch(`${server.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: server.token, ...headers },
    body: form,
  });
  const body = (await response.json()) as { code: number; msg: string; data: Uploaded };
  return { status: response.status, headers: response.headers, body };
}

/** Sends a file and returns the reply's `data`. @throws Error if it was refused */
export async function upload(...of: Parameters<typeof send>): Promise<Uploaded> {
  const { status, body } = await send(...of);
  if (body.code !== 1) throw new Error(`${of[1]} answered ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** The files that uploads left behind in their temporary folder. */
export function temporaryFilesOf({ settings }: { settings: { dataDir: string } }): string[] {
  const root = join(settings.dataDir, 'uploading');
  return existsSync(root) ? globSync('**', { cwd: root }).filter((path) => path !== '.' && path !== '') : [];
}

const boundary = 'x-boundary-of-tests';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A multipart form as it is sent, made of the headers and the content of each part. */
export function formOf(parts: [headers: string, content: Bytes][], isEnded = true): Buffer {
  const pieces = parts.flatMap(([headers, content]) => [
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(isEnded ? `--${boundary}--\r\n` : '')]);
}

export const filePart = (name: string, of = 'file', type = 'application/octet-stream') =>
  `Content-Disposition: form-data; name="${of}"; filename="${name}"\r\nContent-Type: ${type}`;

interface RawReply {
  status: number;
  body: { code: number; msg: string; data: Uploaded & { errors?: Record<string, string> } };
}

/** Sends bytes as they are. For a stream it does not say how many they will be. */
export function sendRaw(
  { url, token }: Pick<TestServer, 'url' | 'token'>,
  path: string,
  body: Buffer | AsyncIterable<Buffer>,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const isWhole = Buffer.isBuffer(body);
    const headers = { authorization: token, 'content-type': formType };
    const sending = request(`${url}/api/${path}`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, ...(isWhole && { 'content-length': body.length }) },
    });
    sending.on('response', async (response) => {
      const text = await response.setEncoding('utf8').toArray();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text.join('')) });
    });
    sending.on('error', reject);
    if (isWhole) sending.end(body);
    else Readable.from(body).pipe(sending);
  });
}

/** Yields the pieces of a film of so many bytes. No two films have the same content. */
async function* film(size: number): AsyncGenerator<Buffer> {
  const head = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), randomBytes(40)]);
  yield head;
  const piece = randomBytes(256 * 1024);
  for (let left = size - head.length; left > 0; left -= piece.length) yield piece.subarray(0, left);
}

/** Sends a film that never stands in memory as a whole. */
export function sendFilm(server: Pick<TestServer, 'url' | 'token'>, size: number): Promise<RawReply> {
  const [before, after] = formOf([[filePart('film.mp4'), '\0']])
    .toString('latin1')
    .split('\0') as [string, string];
  async function* form() {
    yield Buffer.from(before, 'latin1');
    yield* film(size);
    yield Buffer.from(after, 'latin1');
  }
  return sendRaw(server, 'base.upload/videoUpload', form());
}

/** Sets how long an upload of a picture may take, until the test is over. */
export function replyWithin(ms: number): void {
  const call = calls.get('base.upload/fileUpload')?.call as { timeoutMs: number };
  const { timeoutMs } = call;
  call.timeoutMs = ms;
  onTestFinished(() => void Object.assign(call, { timeoutMs }));
}
