import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
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

/** The same, for its `data`. @throws Error where it was refused */
export async function upload(...of: Parameters<typeof send>): Promise<Uploaded> {
  const { status, body } = await send(...of);
  if (body.code !== 1) throw new Error(`${of[1]} answered ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** What uploads left behind beside the files that are served. */
export function leftIn({ settings }: Pick<TestServer, 'settings'>): string[] {
  const root = join(settings.dataDir, 'uploading');
  return existsSync(root) ? globSync('**', { cwd: root }).filter((path) => path !== '.' && path !== '') : [];
}
