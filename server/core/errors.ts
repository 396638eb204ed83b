import type { MessageKey, Values } from './messages.ts';

/** HTTP status and envelope code of refusals, unless they are business refusals (code 0 with HTTP 200). */
const standing: Partial<Record<MessageKey, { status: number; code: number }>> = {
  unauthorized: { status: 401, code: 401 },
  forbidden: { status: 403, code: 403 },
  must_change: { status: 403, code: 403 },
  factor_needed: { status: 403, code: 403 },
  program_call: { status: 403, code: 403 },
  call_unknown: { status: 404, code: 404 },
  verb_wrong: { status: 405, code: 405 },
  body_unreadable: { status: 400, code: 400 },
  json_deep: { status: 400, code: 400 },
  body_too_large: { status: 413, code: 413 },
  body_type: { status: 415, code: 415 },
  range_beyond: { status: 416, code: 416 },
  file_changed: { status: 412, code: 412 },
  file_large: { status: 413, code: 413 },
  file_type: { status: 415, code: 415 },
  bodies_many: { status: 429, code: 429 },
  overloaded: { status: 503, code: 503 },
  exports_many: { status: 429, code: 429 },
  imports_many: { status: 429, code: 429 },
  uploads_many: { status: 429, code: 429 },
  pictures_many: { status: 429, code: 429 },
  too_many: { status: 429, code: 429 },
  too_many_minutes: { status: 429, code: 429 },
  login_slowed: { status: 429, code: 429 },
  login_slowed_minutes: { status: 429, code: 429 },
  code_needed: { status: 200, code: 428 },
  confirm_needed: { status: 200, code: 428 },
  failed: { status: 500, code: 500 },
  busy: { status: 503, code: 503 },
  disk_full: { status: 200, code: 507 },
  disk_broken: { status: 200, code: 507 },
  not_found: { status: 200, code: 404 },
  stale: { status: 200, code: 409 },
  config_stale: { status: 200, code: 409 },
};

/** A refusal with the reply's `data` (docs/contract.md, "Requests and replies"); one handler answers it. */
export class CallError extends Error {
  readonly key: MessageKey;
  readonly values: Values;
  readonly data: unknown;

  constructor(key: MessageKey, values: Values = {}, data: unknown = null) {
    super(key);
    this.name = 'CallError';
    this.key = key;
    this.values = values;
    this.data = data;
  }

  get standing() {
    return standing[this.key] ?? { status: 200, code: 0 };
  }
}

/** A missing right. Its rule goes along, so that the console can ask who may give it. */
export const lacksRule = (rule = ''): CallError => new CallError('forbidden', { rule }, { rule });

/** Too many attempts. The waiting time is given in seconds up to 90, then in minutes. */
export function tooMany(seconds: number, key: 'too_many' | 'login_slowed' = 'too_many'): CallError {
  return new CallError(seconds > 90 ? `${key}_minutes` : key, { seconds, minutes: Math.ceil(seconds / 60) });
}

export type FieldErrors = Record<string, { key: MessageKey; values?: Values }>;

/** Each message is sent as `data.errors[field]`. */
export class InvalidInput extends CallError {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors, key: MessageKey = 'invalid', values: Values = {}) {
    super(key, values);
    // For logs and tests: the key alone does not name the fields.
    this.message = [key, ...Object.entries(errors).map(([field, error]) => `${field}: ${error.key}`)].join(' · ');
    this.errors = errors;
  }
}

/** An error that an operator can fix when starting a program: printed as one sentence without a stack, exit code 1. */
export class StartError extends Error {}

/** In characters. Chinese takes 9 bytes per character in a form: such a text stays below the body limit. */
export const longestText = 400_000;
