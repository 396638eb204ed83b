import { CallFailure, type FailureKind } from '../failure.ts';

const kindOfStatus: Record<number, FailureKind> = { 401: 'unauthorized', 403: 'forbidden', 429: 'limited' };
const kindOfCode: Record<number, FailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  409: 'stale',
  428: 'second',
};

const absent = [404, 405];

/** Statuses of web servers and storages for pages and for missing files. */
const ofFileServers = [200, 403, 404, 405];

/** Reads `{code, msg, data}`. Anything but HTTP 200 with code 1 is a failure (docs/contract.md, "Calls"). */
export function openEnvelope(status: number, body: string): unknown {
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
  if (code === 1) return attachMessage(envelope.data, sentence);
  const hasErrors = typeof envelope.data === 'object' && envelope.data !== null && 'errors' in envelope.data;
  const kind = kindOfCode[code] ?? (hasErrors ? 'invalid' : 'refused');
  throw new CallFailure(kind, sentence, code === 401 ? 401 : status, envelope.data);
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
