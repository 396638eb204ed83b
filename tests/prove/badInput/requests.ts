import { calls, type RoutedCall } from '../../../contract/index.ts';
import type { Random } from '../random.ts';
import { mutatedOf, oddText } from './values.ts';

export interface BadRequest {
  call: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Calls that are slow by design. Only one in ten of the requests that are drawn for them is sent. */
const slow =
  /auth\/(login|changePassword|totp)|addAdmin|editAdmin|Transfer\/|Bulk\/|upload\/|Media\/(replace|change|fetch)|test(Mail|Sms)/;
const all = [...calls.values()];

export function badRequest(random: Random, token: string): BadRequest {
  let routed = random.one(all);
  while (slow.test(routed.call.path) && !random.isOneIn(10)) routed = random.one(all);
  const { call } = routed;
  const values = mutatedOf(call.params, random);
  const method = random.isOneIn(30)
    ? random.one(['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'GET', 'POST'])
    : call.verb;
  const headers = headersOf(random, token);
  const path = `/api/${random.isOneIn(100) ? `${call.path}${encodeURIComponent(oddText(random).toWellFormed())}` : call.path}`;
  const inQuery = method === 'GET' || method === 'HEAD' || random.isOneIn(50);
  if (inQuery) {
    const whole = `${path}?${spoiltText(formOf(values), random)}`;
    // A HEAD whose address is too long becomes a GET: it is answered before its method is known, and so with a body.
    return {
      call: call.path,
      method: whole.length > 8000 && method === 'HEAD' ? 'GET' : method,
      headers,
      path: whole,
      body: undefined,
    };
  }
  const { type, body } = encoded(routed, values, random);
  headers['content-type'] = random.isOneIn(40) ? random.one(types) : type;
  return { call: call.path, method, headers, path, body };
}

const types = [
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded; charset=gbk',
    'multipart/form-data',
  ],
  ...[
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x; boundary=y',
    'application/xml',
    'x',
    '*/*',
    'application/json',
  ],
];

function encoded(
  { call }: RoutedCall,
  values: Record<string, unknown>,
  random: Random,
): { type: string; body: Buffer } {
  const way = call.upload ? random.int(1, 12) : random.int(8, 22);
  if (way <= 9) return multipartOf(values, random);
  if (way <= 15) return { type: 'application/json', body: Buffer.from(spoiltText(jsonOf(values, random), random)) };
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(spoiltText(formOf(values), random)) };
}

function jsonOf(values: Record<string, unknown>, random: Random): string {
  const text = JSON.stringify(values) ?? '';
  return random.isOneIn(40) ? random.one([`[${text}]`, 'null', '"a"', '1', `{"a":1,"a":2}`, `${text}${text}`]) : text;
}

function formOf(values: Record<string, unknown>): string {
  const spelled = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return new URLSearchParams(Object.entries(values).map(([name, value]) => [name, spelled(value)])).toString();
}

/** Returns the text, now and then cut off, with a part twice, or with bytes that are no text. */
function spoiltText(text: string, random: Random): string {
  if (!random.isOneIn(25)) return text;
  const at = random.int(0, text.length);
  return random
    .one([
      text.slice(0, at),
      `${text}&${text}`,
      `${text.slice(0, at)}%zz%c0%af%ff${text.slice(at)}`,
      `${text.slice(0, at)}\u0001${text.slice(at)}`,
      text.replaceAll('=', '[]='),
      text.replace(/=[^&]*/g, ''),
    ])
    .replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function multipartOf(values: Record<string, unknown>, random: Random): { type: string; body: Buffer } {
  const boundary = `x${random.int(1, 1e9)}`;
  const line = (text: string) => Buffer.from(text.replaceAll(/[\r\n]/g, ' '), 'utf8');
  const part = (headers: string, content: Buffer) => [
    Buffer.from(`--${boundary}\r\n`),
    line(headers),
    Buffer.from('\r\n\r\n'),
    content,
    Buffer.from('\r\n'),
  ];
  const fields = Object.entries(values).flatMap(([name, value]) =>
    part(
      `content-disposition: form-data; name="${name}"`,
      Buffer.from(typeof value === 'object' ? JSON.stringify(value) : String(value)),
    ),
  );
  const content = random.one([
    png,
    spoiltBytes(png, random),
    Buffer.from('username,title\na,b\n"c'),
    Buffer.alloc(0),
    Buffer.from(oddText(random)),
  ]);
  const name = random.isOneIn(3)
    ? oddText(random).replaceAll('"', '').slice(0, 400)
    : random.one(['a.png', 'a.txt', 'a.csv', 'a.mp4', 'a.svg', 'a.php']);
  const file = part(
    `content-disposition: form-data; name="${random.isOneIn(12) ? 'fil' : 'file'}"; filename="${name}"`,
    content,
  );
  const parts = random.isOneIn(2) ? [...fields, ...file] : [...file, ...fields];
  const end = Buffer.from(random.isOneIn(20) ? `--${boundary}` : `--${boundary}--\r\n`);
  const body = Buffer.concat([...parts, end]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: random.isOneIn(15) ? body.subarray(0, random.int(0, body.length)) : body,
  };
}

function spoiltBytes(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let n = random.int(1, 6); n > 0; n--) copy[random.int(0, copy.length - 1)] = random.int(0, 255);
  return copy;
}

/**
 * Headers of a client with all rights, from another address each time, so that no limit stops it. Some of them are odd.
 */
function headersOf(random: Random, token: string): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: token,
    'x-forwarded-for': `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`,
  };
  if (random.isOneIn(3)) headers['idempotency-key'] = `key-${random.int(1, 1e9)}`;
  if (random.isOneIn(8)) headers[random.one(oddHeaders)] = latin(oddText(random)).slice(0, 4000);
  if (random.isOneIn(200)) headers['content-encoding'] = random.one(['gzip', 'br', 'x']);
  return headers;
}

const oddHeaders = [
  ...[
    'accept-language',
    'user-agent',
    'origin',
    'referer',
    'range',
    'if-none-match',
    'accept',
    'accept-encoding',
    'cookie',
  ],
  ...[
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'idempotency-key',
    'authorization',
    'if-modified-since',
    'x-request-id',
  ],
];

/** Node's client sends no control characters in a header, and nothing beyond Latin-1. */
const latin = (text: string) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?');
