import { createHash, createHmac } from 'node:crypto';
import type { Bucket } from './bucket.ts';

const goodForSeconds = 60;
const skewSeconds = 60;
const hmac = (key: string, text: string) => createHmac('sha1', key).update(text).digest('hex');

/** The `Authorization` of a request without a query (COS documentation, "Request signature"); its host is signed too. */
export function signed({ host, secretId, secretKey }: Bucket, method: string, path: string): string {
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
