import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { ignoreHangUp, listen } from '../listen.ts';
import { certificateFor } from './certificate.ts';
import { answerOf, letGo, type Store } from './cos.ts';
import { isSignedWith, signerOf } from './signature.ts';
import { allows, federate, type Temporary } from './sts.ts';

export interface Account {
  secretId: string;
  secretKey: string;
}

/** Tencent Cloud's STS and one bucket of COS, which believe nobody without the right signature. */
export interface CloudStandIn extends Store {
  port: number;
  /** Its own, which a client has to trust. */
  certificate: string;
  account: Account;
  bucket: string;
  region: string;
  host: string;
  /** The temporary keys that were given out, by id. */
  keys: Map<string, Temporary>;
  /** The requests that were answered: method, path with query, and the status, or `hung up` where the client did first. */
  answered: string[];
  /** As configuration items. */
  items: Record<string, string>;
  stop(): Promise<void>;
}

const stsHost = 'sts.tencentcloudapi.com';

/** @param cloud becomes it */
export async function startCloud(cloud: CloudStandIn): Promise<void> {
  const [bucket, region] = ['site-1250000000', 'ap-guangzhou'];
  const host = `${bucket}.cos.${region}.myqcloud.com`;
  const { key, cert } = certificateFor([host, stsHost]);
  const account = { secretId: `AKID${randomBytes(12).toString('hex')}`, secretKey: randomBytes(16).toString('hex') };
  Object.assign(cloud, {
    port: 0,
    certificate: cert,
    account,
    bucket,
    region,
    host,
    keys: new Map(),
    answered: [],
    objects: new Map(),
    uploads: new Map(),
    failing: new Map(),
    heldFrom: Number.POSITIVE_INFINITY,
    isSilent: false,
    items: {
      cos_secret_id: account.secretId,
      cos_secret_key: account.secretKey,
      cos_bucket: bucket,
      cos_region: region,
    },
    stop: async () => {
      letGo(cloud);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  } satisfies CloudStandIn);
  const server = createServer({ key, cert }, async (request, response) => {
    if (cloud.isSilent) return void request.resume();
    const isSts = request.headers.host === stsHost;
    const answered = isSts ? answerSts(cloud, request, response) : answerCos(cloud, request, response);
    await answered.catch(ignoreHangUp(request));
    const how = response.writableEnded ? response.statusCode : 'hung up';
    cloud.answered.push(`${request.method} ${request.url} ${how}`);
  });
  cloud.port = await listen(server);
}

async function answerSts(cloud: CloudStandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.setEncoding('utf8').toArray()).join('');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(federate(body, cloud.account, cloud.keys)));
}

async function answerCos(cloud: CloudStandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' };
  for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'GET, PUT, POST, DELETE, HEAD');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
    response.end();
    return;
  }
  const url = new URL(request.url ?? '', `https://${cloud.host}`);
  const key = decodeURIComponent(url.pathname.slice(1));
  const of = answerOf(request.method ?? '', url.searchParams);
  const refusal = refusalOf(cloud, request, of.action, key || (url.searchParams.get('prefix') ?? ''));
  if (refusal) {
    request.resume();
    response.statusCode = 403;
    response.end(`<Error><Code>${refusal}</Code><Message>${refusal} of the stand-in</Message></Error>`);
    return;
  }
  await of.answer(cloud, { key, query: url.searchParams, request, response });
}

function refusalOf(cloud: CloudStandIn, request: IncomingMessage, action: string, key: string): string | undefined {
  const { account, keys, bucket, region } = cloud;
  if (request.headers.host !== cloud.host) return 'NoSuchBucket';
  const id = signerOf(request);
  if (id === account.secretId) return isSignedWith(account.secretKey, request) ? undefined : 'SignatureDoesNotMatch';
  const temporary = keys.get(id);
  if (!temporary) return 'InvalidAccessKeyId';
  if (!isSignedWith(temporary.secretKey, request)) return 'SignatureDoesNotMatch';
  const isTheirs = request.headers['x-cos-security-token'] === temporary.token;
  if (!isTheirs || temporary.expires < Date.now() / 1000) return 'ExpiredToken';
  const number = bucket.slice(bucket.lastIndexOf('-') + 1);
  const resource = `qcs::cos:${region}:uid/${number}:${bucket}/${key}`;
  return allows(temporary.policy, `name/cos:${action}`, resource) ? undefined : 'AccessDenied';
}
