import { CallFailure, type FailureKind } from './failure.ts';
import { keepSaid } from './said.ts';

const kindOfStatus: Record<number, FailureKind> = { 401: 'unauthorized', 403: 'forbidden', 429: 'limited' };
const kindOfCode: Record<number, FailureKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  409: 'stale',
  428: 'second',
};

/** There is no such call, or not by this verb. */
const absent = [404, 405];

/** Opens `{code, msg, data}`; anything but HTTP 200 with code 1 is a failure (console.md section 7). */
export function openEnvelope(status: number, body: string): unknown {
  const envelope = parse(body);
  if (!envelope || !('code' in envelope)) throw Object.assign(pageFailure(status), { isForeign: status < 500 });
  const message = typeof envelope.msg === 'string' ? envelope.msg : '';
  if (status !== 200) throw new CallFailure(kindOfStatus[status] ?? 'server', message, status, envelope.data);
  const code = Number(envelope.code);
  if (code === 1) return keepSaid(envelope.data, message);
  const hasErrors = typeof envelope.data === 'object' && envelope.data !== null && 'errors' in envelope.data;
  const kind = kindOfCode[code] ?? (hasErrors ? 'invalid' : 'refused');
  throw new CallFailure(kind, message, code === 401 ? 401 : status, envelope.data);
}

/** Of a reply without an envelope. */
function pageFailure(status: number): CallFailure {
  if (status === 200) return new CallFailure('unreadable', '', status);
  return new CallFailure(kindOfStatus[status] ?? 'server', absent.includes(status) ? 'failure.absent' : '', status);
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
