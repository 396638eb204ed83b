import { getCos } from '../../../contract/calls/cloud.ts';
import { sysConfig } from '../../../contract/calls/config.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { features, http, session } from '../../services/services.ts';

/** Where files may be put in a bucket, and with what. */
export interface Grant {
  bucket: string;
  region: string;
  /** What keys begin with. */
  prefix: string;
  secretId: string;
  secretKey: string;
  /** What may be put there, where the back end says: bytes of a file, extensions. */
  maxSize?: number;
  types?: readonly string[];
  /** Of temporary keys, with the time until which they are good, in Unix seconds; the permanent ones of existing back ends have none. */
  temporary?: { token: string; from: number; to: number };
}

const renewedBefore = 120; // seconds
/** How long it is believed that there is no bucket, or that permanent keys stay so, in seconds. */
const believed = 60;
const now = () => Date.now() / 1000;

let asked: Promise<Grant | undefined> | undefined;
let goodUntil = 0;
const forget = () => {
  asked = undefined;
};
session.subscribe(() => {
  if (session.status() !== 'in') forget();
});

/**
 * What the back end grants, asked anew before it ends; undefined where it has no bucket, or not for this administrator.
 * @throws CallFailure where that could not be learned, or the cloud refused the back end itself
 */
export function grantOf(): Promise<Grant | undefined> {
  if (!asked || now() > goodUntil) {
    goodUntil = Number.POSITIVE_INFINITY;
    const asking = ask();
    asked = asking;
    asking.then((grant) => {
      goodUntil = grant?.temporary ? grant.temporary.to - renewedBefore : now() + believed;
    }, forget);
  }
  return asked;
}

async function ask(): Promise<Grant | undefined> {
  let told: Awaited<ReturnType<typeof http.call<typeof getCos>>> | null;
  try {
    told = await http.call(getCos);
  } catch (error) {
    if (isNone(error)) return undefined;
    throw error;
  }
  if (!told?.SecretId || !told.SecretKey) return undefined;
  const place =
    told.Bucket || told.Region ? { bucket: told.Bucket ?? '', region: told.Region ?? '' } : await configured();
  if (!place) return undefined;
  const [from, to] = [Number(told.StartTime) || now(), Number(told.ExpiredTime) || now() + 900];
  return {
    ...{ ...place, prefix: told.prefix || 'upload/', secretId: told.SecretId, secretKey: told.SecretKey },
    ...(told.max_size && { maxSize: told.max_size }),
    ...(told.types && { types: told.types.split(',') }),
    ...(told.XCosSecurityToken && {
      temporary: { token: told.XCosSecurityToken, from: Math.floor(from), to: Math.floor(to) },
    }),
  };
}

/** The back end has no bucket, or no such call, or not for this administrator: then it takes the files itself. */
function isNone(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false;
  if (error.kind === 'refused') return error.data.bucket === undefined;
  if (error.kind === 'forbidden' || error.kind === 'missing' || error.status === 404) return true;
  return !features.has('media') && error.kind === 'server';
}

/** Back ends that hand out keys alone have the bucket among their configuration items. */
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
