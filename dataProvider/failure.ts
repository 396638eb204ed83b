import type { Call } from '../contract/call.ts';

/**
 * What went wrong with a call.
 * `second` is a sign-in that needs a code of the second factor, `invalid` is refused at fields, `stale` was changed by someone else, `superseded` is a write with a token that has been
 * replaced since, `unsent` one that never left the browser, `unknown` one of which nobody can say whether it was saved.
 */
export type FailureKind =
  | 'refused'
  | 'invalid'
  | 'second'
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

/** Without a reply of the back end itself nobody can say what became of the call; 502 to 504 are a proxy's. */
const losses: readonly FailureKind[] = ['timeout', 'network', 'unreadable'];
const proxyStatuses = [502, 503, 504];
const answers: readonly FailureKind[] = [
  'refused',
  'invalid',
  'second',
  'missing',
  'stale',
  'unauthorized',
  'forbidden',
];

/** A reply whose code is not 1; a right that is missing is not among them. */
const refusals: readonly FailureKind[] = ['refused', 'invalid', 'missing', 'stale'];
export const isRefusal = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && refusals.includes(error.kind);

/** A call that did not succeed. `message` is for whoever reads a log or a test: it names the fields that were refused too. */
export class CallFailure extends Error {
  /** The message for the user: the back end's sentence, or an i18n key where it sent none. */
  readonly sentence: string;
  readonly kind: FailureKind;
  /** The HTTP status; 401 also where the envelope alone says so, 0 where there was no reply. */
  readonly status: number;
  /** The reply's `data`: `errors` by field, `current` of a stale record, `holds` of a column. */
  readonly data: Record<string, unknown>;
  /** The same: react-admin's forms look for `errors` in an own property of this name. */
  readonly body: Record<string, unknown>;
  /** What was called, where it was sent. */
  call?: Call;
  /** What answered, and did not break down, speaks no envelope: a page, or a web server without such a file. */
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

  /** The back end gave this answer; it is not the line that failed. */
  get isAnswer(): boolean {
    return answers.includes(this.kind);
  }

  /** The same call gets the same answer again. A dead token or too many calls are no answer to the call itself. */
  get isFinal(): boolean {
    const isTheirs = this.isAnswer || (this.status >= 400 && this.status < 500);
    return isTheirs && ![401, 429].includes(this.status);
  }

  /** Nothing came back from the back end itself. */
  get isLost(): boolean {
    return losses.includes(this.kind) || proxyStatuses.includes(this.status);
  }
}

/** What is said of each field, each with its name. */
function refusedFields(data: unknown): string[] {
  const errors = (data as { errors?: unknown } | null | undefined)?.errors;
  if (typeof errors !== 'object' || errors === null) return [];
  return Object.entries(errors).map(([name, said]) => `${name}: ${said}`);
}

/** The message for the user: a sentence, or an i18n key. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof CallFailure) return error.sentence;
  return error instanceof Error ? error.message : '';
};

/** Of a write that is not asked again: whether a reply came that says nothing, or none. */
export const unknownOnce = ({ status }: CallFailure) =>
  new CallFailure('unknown', status ? 'failure.unknownReply' : 'failure.unknownOnce', 0);

/**
 * No reply at all. Another host than the page's own may also be the wrong one, or not answer this page's origin (CORS).
 * @param cause what `fetch` threw, where more can be known from it than in a browser
 */
export const noReply = (isElsewhere: boolean, cause?: unknown) =>
  Object.assign(new CallFailure('network', isElsewhere ? 'failure.networkElsewhere' : '', 0), { cause });
