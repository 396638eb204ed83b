import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:https';
import { CallError } from '../../core/errors.ts';
import type { Bucket } from './bucket.ts';

interface ObjectHead {
  size: number;
  type: string;
}

/** The server's access to a bucket's objects. Keys match the contract's pattern, so they need no escaping. */
export interface Objects {
  head(key: string): Promise<ObjectHead | undefined>;
  /** The first bytes of an object, at most `most`. */
  beginning(key: string, most: number): Promise<Buffer>;
  /** Succeeds for a missing object too. */
  remove(key: string): Promise<void>;
}

const timeoutMs = 8000;

/** Each method throws CallError `cos_refused` with the HTTP status, or `cos_unreachable`. */
export function objectsOf(bucket: Bucket): Objects {
  const refused = (status: number) => new CallError('cos_refused', { why: `HTTP ${status}` });
  return {
    head: async (key) => {
      const { status, headers } = await ask(bucket, 'HEAD', key);
      if (status === 404) return undefined;
      if (status !== 200) throw refused(status);
      return { size: Number(headers['content-length']), type: headers['content-type'] ?? '' };
    },
    beginning: async (key, most) => {
      const { status, body } = await ask(bucket, 'GET', key, { range: `bytes=0-${most - 1}` }, most);
      if (status !== 200 && status !== 206) throw refused(status);
      return body;
    },
    remove: async (key) => {
      const { status } = await ask(bucket, 'DELETE', key);
      if (status !== 204 && status !== 200 && status !== 404) throw refused(status);
    },
  };
}

interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

function ask(bucket: Bucket, method: string, key: string, headers = {}, most = 65_536): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const unreachable = () => reject(new CallError('cos_unreachable'));
  const path = `/${key}`;
  const asking = request({
    host: bucket.host,
    method,
    path,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { ...headers, authorization: signed(bucket, method, path) },
  });
  asking.on('error', unreachable).on('response', async (response) => {
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response) {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= most) break;
      }
      const headers = response.headers as Answer['headers'];
      resolve({ status: response.statusCode ?? 0, headers: headers, body: Buffer.concat(chunks).subarray(0, most) });
    } catch {
      unreachable();
    }
  });
  asking.end();
  return promise;
}

const goodForSeconds = 60;
const skewSeconds = 60;
const hmac = (key: string, text: string) => createHmac('sha1', key).update(text).digest('hex');

/** The `Authorization` of a request without a query (COS documentation, "Request signature"). The host is signed too. */
function signed({ host, secretId, secretKey }: Bucket, method: string, path: string): string {
  const now = Math.floor(Date.now() / 1000);
  const time = `${now - skewSeconds};${now + goodForSeconds}`;
  const request = `${method.toLowerCase()}\n${path}\n\nhost=${host}\n`;
  const digest = createHash('sha1').update(request).digest('hex');
  const signature = hmac(hmac(secretKey, time), `sha1\n${time}\n${digest}\n`);
  return [
    ...['q-sign-algorithm=sha1', `q-ak=${secretId}`, `q-sign-time=${time}`, `q-key-time=${time}`],
    ...['q-header-list=host', 'q-url-param-list=', `q-signature=${signature}`],
  ].join('&');
}
