import { getCos } from '../../../contract/calls/cloud.ts';
import { sysConfig } from '../../../contract/calls/config.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { features, http, session } from '../../services/services.ts';

/** A bucket, and the credentials with which files are put into it. */
export interface Grant {
  bucket: string;
  region: string;
  /** The beginning of each key. */
  prefix: string;
  secretId: string;
  secretKey: string;
  /** Limits, if the back end sends them: bytes of a file, extensions. */
  maxSize?: number;
  types?: readonly string[];
  /** The token of temporary keys and their validity in Unix seconds. Other back ends send permanent keys. */
  temporary?: { token: string; from: number; to: number };
}

const renewBefore = 120; // seconds
/** How long the absence of a bucket, or a permanent key, is cached, in seconds. */
const cachedFor = 60;
const now = () => Date.now() / 1000;

let asked: Promise<Grant | undefined> | undefined;
let goodUntil = 0;
const forget = () => {
  asked = undefined;
};
session.subscribe(() => {
  if (session.status() !== 'in') forget();
});

/** Undefined without a bucket for this administrator. @throws CallFailure if the call fails or the cloud refused it */
export function grantOf(): Promise<Grant | undefined> {
  if (!asked || now() > goodUntil) {
    goodUntil = Number.POSITIVE_INFINITY;
    const asking = ask();
    asked = asking;
    asking.then((grant) => {
      goodUntil = grant?.temporary ? grant.temporary.to - renewBefore : now() + cachedFor;
    }, forget);
  }
  return asked;
}

async function ask(): Promise<Grant | undefined> {
  let reply: Awaited<ReturnType<typeof http.call<typeof getCos>>> | null;
  try {
    reply = await http.call(getCos);
  } catch (error) {
    if (isNone(error)) return undefined;
    throw error;
  }
  if (!reply?.SecretId || !reply.SecretKey) return undefined;
  const place =
    reply.Bucket || reply.Region ? { bucket: reply.Bucket ?? '', region: reply.Region ?? '' } : await configured();
  if (!place) return undefined;
  const [from, to] = [Number(reply.StartTime) || now(), Number(reply.ExpiredTime) || now() + 900];
  return {
    ...place,
    prefix: reply.prefix || 'upload/',
    secretId: reply.SecretId,
    secretKey: reply.SecretKey,
    ...(reply.max_size && { maxSize: reply.max_size }),
    ...(reply.types && { types: reply.types.split(',') }),
    ...(reply.XCosSecurityToken && {
      temporary: { token: reply.XCosSecurityToken, from: Math.floor(from), to: Math.floor(to) },
    }),
  };
}

/** Whether the back end has no bucket, no such call, or refuses it to this administrator: then it takes the files itself. */
function isNone(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false;
  if (error.kind === 'refused') return error.data.bucket === undefined;
  if (error.kind === 'forbidden' || error.kind === 'missing' || error.status === 404) return true;
  return !features.has('media') && error.kind === 'server';
}

/** Other back ends send only the keys; the bucket is in their configuration items. */
async function configured(): Promise<{ bucket: string; region: string } | undefined> {
  try {
    const items = await http.call(sysConfig);
    const itemEnding = (end: string) =>
      items.find(({ en_name, value }) => en_name?.toLowerCase().endsWith(end) && value)?.value ?? '';
    const place = { bucket: itemEnding('bucket'), region: itemEnding('region') };
    return place.bucket || place.region ? place : undefined;
  } catch (error) {
    if (error instanceof CallFailure && error.isAnswer) return undefined;
    throw error;
  }
}
