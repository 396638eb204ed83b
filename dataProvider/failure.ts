import type { Call } from '../contract/call.ts';

/**
 * `second`: the sign-in needs a second-factor code, or another call needs a confirmation of the user's identity.
 * `unconfirmed`: the user did not confirm, so the call was not made. `superseded`: the token of a write has been
 * replaced. `unsent`: a write never left the browser. `unknown`: nobody can say whether a write was saved.
 */
export type FailureKind =
  | 'refused'
  | 'invalid'
  | 'second'
  | 'unconfirmed'
  | 'missing'
  | 'stale'
  | 'unauthorized'
  | 'forbidden'
  | 'limited'
  | 'server'
  | 'timeout'
  | 'network'
  | 'unreadable'
  | 'superseded'
  | 'unsent'
  | 'unknown';

/** Failures without a reply of the back end itself, so the call's outcome is unknown. Proxies send 502 to 504. */
const losses: readonly FailureKind[] = ['timeout', 'network', 'unreadable'];
const proxyStatuses = [502, 503, 504];
const refusals: readonly FailureKind[] = ['refused', 'invalid', 'missing', 'stale'];
const answers: readonly FailureKind[] = [...refusals, 'second', 'unauthorized', 'forbidden'];

export const isRefusal = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && refusals.includes(error.kind);

export class CallFailure extends Error {
  /** The message for the user: the back end's own, or an i18n key if it sent none. */
  readonly sentence: string;
  readonly kind: FailureKind;
  /** The HTTP status. 401 also if only the envelope says so; 0 without a reply. */
  readonly status: number;
  /** The reply's `data`: `errors` by field, the `current` state of a stale record, `holds` (dependents by entity). */
  readonly data: Record<string, unknown>;
  /** An alias of `data`: react-admin's forms read `errors` from an own property named `body`. */
  readonly body: Record<string, unknown>;
  /** The failed call, if it was sent. */
  call?: Call;
  /** The reply did not come from a back end of this protocol: it is a web page, or a web server without such a file. */
  isForeign = false;

  constructor(kind: FailureKind, message: string, status: number, data: unknown = null) {
    const sentence = message || `failure.${kind}`;
    super([sentence, ...refusedFields(data)].join(' · '));
    this.sentence = sentence;
    this.name = 'CallFailure';
    this.kind = kind;
    this.status = status;
    this.data = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
    this.body = this.data;
  }

  /** Whether the back end itself gave this answer, so that the connection is not the cause. */
  get isAnswer(): boolean {
    return answers.includes(this.kind);
  }

  /** Whether a repeat would give the same answer. A dead token or too many calls do not concern the call itself. */
  get isFinal(): boolean {
    const isTheirs = this.isAnswer || (this.status >= 400 && this.status < 500);
    return isTheirs && ![401, 429].includes(this.status);
  }

  /**
   * Whether the back end does not offer this call, as it answered something else. A dead token (401) and too many calls
   * (429) say nothing about that.
   */
  get isCallMissing(): boolean {
    return this.isForeign || (!this.isLost && ![401, 429].includes(this.status));
  }

  /** The line to log. Undefined if HTTP itself did not fail, and for a 401, which has a message of its own. */
  get httpError(): string | undefined {
    const isNone = [0, 200, 401].includes(this.status);
    return isNone ? undefined : `${this.call?.path}: HTTP ${this.status} ${this.message}`;
  }

  get isLost(): boolean {
    return losses.includes(this.kind) || proxyStatuses.includes(this.status);
  }
}

function refusedFields(data: unknown): string[] {
  const errors = (data as { errors?: unknown } | null | undefined)?.errors;
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).map(([name, message]) => `${name}: ${message}`);
}

export const sentenceOf = (error: unknown): string => {
  if (error instanceof CallFailure) return error.sentence;
  return error instanceof Error ? error.message : '';
};

/** The failure of a write that is not repeated. Its message tells whether an unreadable reply came, or none. */
export const unknownOnce = ({ status }: CallFailure) =>
  new CallFailure('unknown', status ? 'failure.unknownReply' : 'failure.unknownOnce', 0);

/**
 * If the host is not the page's own, the message also says that its address may be wrong, or that it may not allow the
 * page's origin.
 * @param cause the error that `fetch` threw
 */
export const noReply = (isElsewhere: boolean, cause?: unknown) =>
  Object.assign(new CallFailure('network', isElsewhere ? 'failure.networkElsewhere' : '', 0), { cause });
