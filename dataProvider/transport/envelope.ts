import { CallFailure, type FailureKind } from '../failure.ts';
import type { Feature, Features } from '../features.ts';

const kindOfStatus: Record<number, FailureKind> = { 401: 'unauthorized', 403: 'forbidden', 429: 'limited' };

/** The codes that have a meaning with HTTP 200. `of`: only if the back end has one of these features. */
const meanings: Record<number, { kind: FailureKind; of?: Feature[] }> = {
  401: { kind: 'unauthorized' },
  403: { kind: 'forbidden' },
  404: { kind: 'missing' },
  409: { kind: 'stale', of: ['version'] },
  428: { kind: 'second', of: ['totp', 'confirm'] },
};

type Known = Pick<Features, 'has' | 'isExtended'>;

/** The specification defines only code 1, so a back end without extensions may use other codes for anything. */
function meaningOf(code: number, features: Known): FailureKind | undefined {
  const meaning = meanings[code];
  if (!meaning) return undefined;
  const isMeant = meaning.of ? meaning.of.some(features.has) : features.isExtended();
  return isMeant ? meaning.kind : undefined;
}

const absent = [404, 405];

/** The statuses that web servers and object storages send for pages and for missing files. */
const ofFileServers = [200, 403, 404, 405];

/** Reads `{code, msg, data}`. Anything but HTTP 200 with code 1 is a failure (docs/contract.md, "Calls"). */
export function openEnvelope(status: number, body: string, features: Known): { data: unknown; sentence: string } {
  const envelope = parse(body);
  const sentence = typeof envelope?.msg === 'string' ? envelope.msg : '';
  if (!envelope || !('code' in envelope)) {
    const message = sentence || (absent.includes(status) ? 'failure.absent' : '');
    const kind = status === 200 ? 'unreadable' : (kindOfStatus[status] ?? 'server');
    const failure = new CallFailure(kind, status === 200 ? '' : message, status, envelope?.data);
    throw Object.assign(failure, { isForeign: ofFileServers.includes(status) });
  }
  if (status !== 200) throw new CallFailure(kindOfStatus[status] ?? 'server', sentence, status, envelope.data);
  const code = Number(envelope.code);
  if (code === 1) return { data: envelope.data, sentence };
  const hasErrors = typeof envelope.data === 'object' && envelope.data !== null && 'errors' in envelope.data;
  const kind = meaningOf(code, features) ?? (hasErrors && features.isExtended() ? 'invalid' : 'refused');
  throw new CallFailure(kind, sentence, kind === 'unauthorized' ? 401 : status, envelope.data);
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const sentences = new WeakMap<object, string>();

const isObject = (data: unknown): data is object => typeof data === 'object' && data !== null;

export function attachMessage<T>(data: T, sentence: string | undefined): T {
  if (isObject(data) && sentence) sentences.set(data, sentence);
  return data;
}

export function replyMessageOf(data: unknown): string | undefined {
  return isObject(data) ? sentences.get(data) : undefined;
}
