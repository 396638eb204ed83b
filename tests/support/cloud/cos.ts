import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A part of a file that was sent in one request. Only the first bytes of it are kept. */
interface Piece {
  size: number;
  md5: string;
  beginning: Buffer;
}

export interface StoredObject {
  type: string;
  /** One piece, or the slices that it was sent in. */
  pieces: Piece[];
}

interface SlicedUpload {
  key: string;
  type: string;
  parts: Map<number, Piece>;
}

export interface Store {
  objects: Map<string, StoredObject>;
  uploads: Map<string, SlicedUpload>;
  /** How often the slice of a number is still to be answered with status 500. */
  failing: Map<number, number>;
  /** Slices of this number and above are answered only once `letGo` is called. */
  heldFrom: number;
  /** If true, nothing is answered any more, as by a host that hangs. */
  isSilent: boolean;
}

interface Asked {
  key: string;
  query: URLSearchParams;
  request: IncomingMessage;
  response: ServerResponse;
}
type Answer = (store: Store, asked: Asked) => Promise<void>;

const kept = 2 ** 20;
export const sizeOf = ({ pieces }: StoredObject) => pieces.reduce((sum, { size }) => sum + size, 0);

async function receive(request: IncomingMessage): Promise<Piece> {
  const md5 = createHash('md5');
  const first: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    md5.update(chunk);
    if (size < kept) first.push(chunk);
    size += chunk.length;
  }
  return { size, md5: md5.digest('hex'), beginning: Buffer.concat(first).subarray(0, kept) };
}

function xml(response: ServerResponse, name: string, body: string): void {
  response.setHeader('content-type', 'application/xml');
  response.end(`<?xml version="1.0"?><${name}>${body}</${name}>`);
}

function refuse({ request, response }: Asked, status: number, code: string): void {
  request.resume();
  response.statusCode = status;
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

const waiting = new Set<() => void>();

/** Answers the slices that wait, and all later ones. */
export function letGo(store: Store): void {
  store.heldFrom = Number.POSITIVE_INFINITY;
  for (const resolve of waiting) resolve();
  waiting.clear();
}

const typeOf = ({ headers }: IncomingMessage) => headers['content-type'] ?? 'application/octet-stream';

/** The sliced upload that a request names, if it is there and belongs to the requested object. */
function uploadOf({ uploads }: Store, { key, query }: Asked): SlicedUpload | undefined {
  const found = uploads.get(query.get('uploadId') ?? '');
  return found?.key === key ? found : undefined;
}

const put: Answer = async ({ objects }, { key, request, response }) => {
  const piece = await receive(request);
  objects.set(key, { type: typeOf(request), pieces: [piece] });
  response.setHeader('etag', `"${piece.md5}"`);
  response.end();
};

const head: Answer = async ({ objects }, asked) => {
  const object = objects.get(asked.key);
  asked.response.statusCode = object ? 200 : 404;
  if (object) asked.response.setHeader('content-length', sizeOf(object)).setHeader('content-type', object.type);
  asked.response.end();
};

const get: Answer = async ({ objects }, asked) => {
  const object = objects.get(asked.key);
  if (!object) return refuse(asked, 404, 'NoSuchKey');
  const to = Number(/-(\d+)/.exec(asked.request.headers.range ?? '')?.[1]) + 1;
  asked.response.statusCode = 206;
  asked.response.end(object.pieces[0]?.beginning.subarray(0, to));
};

const remove: Answer = async ({ objects }, { key, response }) => {
  objects.delete(key);
  response.statusCode = 204;
  response.end();
};

const begin: Answer = async ({ uploads }, { key, request, response }) => {
  request.resume();
  const id = randomBytes(8).toString('hex');
  uploads.set(id, { key, type: typeOf(request), parts: new Map() });
  xml(response, 'InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${id}</UploadId>`);
};

const slice: Answer = async (store, asked) => {
  const upload = uploadOf(store, asked);
  if (!upload) return refuse(asked, 404, 'NoSuchUpload');
  const number = Number(asked.query.get('partNumber'));
  const piece = await receive(asked.request);
  while (number >= store.heldFrom && !asked.response.destroyed)
    await new Promise<void>((resolve) => {
      waiting.add(resolve);
      asked.response.once('close', resolve);
    });
  if (asked.response.destroyed) return; // the client has hung up
  const failures = store.failing.get(number) ?? 0;
  store.failing.set(number, failures - 1);
  if (failures > 0) return refuse(asked, 500, 'InternalError');
  upload.parts.set(number, piece);
  asked.response.setHeader('etag', `"${piece.md5}"`);
  asked.response.end();
};

const listUploads: Answer = async ({ uploads }, { query, response }) => {
  const prefix = query.get('prefix') ?? '';
  const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  const rows = found.map(
    ([id, { key }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><StorageClass>Standard</StorageClass></Upload>`,
  );
  xml(response, 'ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${rows.join('')}`);
};

const listParts: Answer = async (store, asked) => {
  const upload = uploadOf(store, asked);
  if (!upload) return refuse(asked, 404, 'NoSuchUpload');
  const rows = [...upload.parts]
    .toSorted(([one], [other]) => one - other)
    .map(([n, { md5, size }]) => `<Part><PartNumber>${n}</PartNumber><ETag>"${md5}"</ETag><Size>${size}</Size></Part>`);
  xml(asked.response, 'ListPartsResult', `<IsTruncated>false</IsTruncated>${rows.join('')}`);
};

const complete: Answer = async (store, asked) => {
  const upload = uploadOf(store, asked);
  if (!upload) return refuse(asked, 404, 'NoSuchUpload');
  const body = (await asked.request.setEncoding('utf8').toArray()).join('');
  const named = [...body.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
    md5: /<ETag>(?:"|&quot;)?(\w+)/.exec(part)?.[1],
  }));
  const pieces = named.map(({ number }) => upload.parts.get(number)).filter((piece) => piece !== undefined);
  const isRight = pieces.length === named.length && pieces.every(({ md5 }, at) => md5 === named[at]?.md5);
  if (!isRight || pieces.length === 0) return refuse(asked, 400, 'InvalidPart');
  store.objects.set(asked.key, { type: upload.type, pieces });
  store.uploads.delete(asked.query.get('uploadId') ?? '');
  xml(asked.response, 'CompleteMultipartUploadResult', `<Key>${asked.key}</Key><ETag>"made"</ETag>`);
};

const abort: Answer = async ({ uploads }, { query, response }) => {
  uploads.delete(query.get('uploadId') ?? '');
  response.statusCode = 204;
  response.end();
};

const operations: [method: string, parameter: string, action: string, answer: Answer][] = [
  ['POST', 'uploads', 'InitiateMultipartUpload', begin],
  ['POST', 'uploadId', 'CompleteMultipartUpload', complete],
  ['PUT', 'uploadId', 'UploadPart', slice],
  ['DELETE', 'uploadId', 'AbortMultipartUpload', abort],
  ['GET', 'uploads', 'ListMultipartUploads', listUploads],
  ['GET', 'uploadId', 'ListParts', listParts],
  ['PUT', '', 'PutObject', put],
  ['HEAD', '', 'HeadObject', head],
  ['GET', '', 'GetObject', get],
  ['DELETE', '', 'DeleteObject', remove],
];

/** The handler of a request, and its action under the name that policies have for it. */
export function answerOf(method: string, query: URLSearchParams): { action: string; answer: Answer } {
  const found = operations.find(([verb, parameter]) => verb === method && (parameter === '' || query.has(parameter)));
  const [, , action, answer] = found ?? [
    '',
    '',
    'nothing',
    async (_store: Store, asked: Asked) => refuse(asked, 405, 'MethodNotAllowed'),
  ];
  return { action, answer };
}
