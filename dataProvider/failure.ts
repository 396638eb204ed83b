import { HttpError } from 'ra-core';

/**
 * What went wrong with a call.
 * `invalid` is refused at fields, `stale` was changed by someone else, `unknown` is a write of which nobody can say
 * whether it was saved.
 */
export type FailureKind =
  | 'refused'
  | 'invalid'
  | 'missing'
  | 'stale'
  | 'unauthorized'
  | 'forbidden'
  | 'limited'
  | 'server'
  | 'timeout'
  | 'network'
  | 'unreadable'
  | 'unknown';

const answers: readonly FailureKind[] = ['refused', 'invalid', 'missing', 'stale', 'unauthorized', 'forbidden'];

/** A call that did not succeed. `message` is the back end's sentence, or a message key where it gave none. */
export class CallFailure extends HttpError {
  readonly kind: FailureKind;
  /** The reply's `data`: `errors` by field, `current` of a stale record, `holds` of a column. */
  readonly data: Record<string, unknown>;

  constructor(kind: FailureKind, message: string, status: number, data: unknown = null) {
    const held = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
    super(message || `failure.${kind}`, status, held);
    this.kind = kind;
    this.data = held;
  }

  /** The back end gave this answer; it is not the line that failed. */
  get isAnswer(): boolean {
    return answers.includes(this.kind);
  }
}
