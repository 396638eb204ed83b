import type { FastifyError } from 'fastify';
import { formatOf } from '../../contract/formats.ts';
import { CallError, type FieldErrors, InvalidInput } from '../core/errors.ts';
import type { MessageKey } from '../core/messages.ts';
import type { DriverError } from '../database/outage.ts';
import { withoutNul } from './schema.ts';

const httpRefusals: Record<number, MessageKey> = {
  400: 'body_unreadable',
  403: 'call_unknown', // a path that leads out of the folder of the site's files
  412: 'file_changed', // of a download that is to go on
  413: 'body_too_large',
  415: 'body_type',
  416: 'range_beyond',
};

/** Our messages for JSON schema refusals; `limit` names the schema's own number. */
const schemaRefusals: Record<string, (params: Record<string, unknown>) => FieldErrors[string]> = {
  required: () => ({ key: 'field_required' }),
  minLength: ({ limit }) => (limit === 1 ? { key: 'field_required' } : withLimit('field_too_short', limit)),
  pattern: ({ pattern }) => ({ key: patternRefusal(String(pattern)) ?? 'field_kind' }),
  type: ({ type }) => ({ key: typeRefusals[String(type)] ?? 'field_kind' }),
  maxLength: ({ limit }) => withLimit('field_too_long', limit),
  exclusiveMinimum: () => ({ key: 'field_required' }),
  minimum: ({ limit }) => withLimit('field_too_small', limit),
  maximum: ({ limit }) => withLimit('field_too_large', limit),
  minItems: () => ({ key: 'field_required' }),
  maxItems: ({ limit }) => withLimit('field_too_many', limit),
  enum: ({ allowedValues }) => ({
    key: 'field_one_of',
    values: { options: (allowedValues as unknown[]).join(' / ') },
  }),
  additionalProperties: () => ({ key: 'field_unknown' }),
};

const patternRefusals: Record<string, MessageKey> = { '\\S': 'field_required', [withoutNul]: 'field_nul' };

const patternRefusal = (pattern: string) => patternRefusals[pattern] ?? formatOf(pattern.replace(/^\^\$\|/, ''));

const typeRefusals: Record<string, MessageKey> = {
  integer: 'format_int',
  'integer,null': 'format_int',
  boolean: 'format_flag',
};

const withLimit = (key: MessageKey, limit: unknown) => ({ key, values: { limit: Number(limit) } });

export function schemaErrors(failures: NonNullable<FastifyError['validation']>): InvalidInput {
  const errors: FieldErrors = Object.create(null); // no prototype, because a field may be called `constructor`
  const choices = new Set(failures.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath));
  for (const { keyword, instancePath, params } of failures) {
    if (keyword === 'if') continue; // the branch that it selects reports its own failures
    if (keyword === 'type' && choices.has(instancePath)) continue; // the list of allowed values is more helpful than the type
    const named = params.missingProperty ?? params.additionalProperty;
    const path = [...instancePath.split('/').slice(1), ...(named === undefined ? [] : [String(named)])];
    // `skus.0.price` in a list of records; in any other list the list itself.
    const field = (path.length < 3 ? (path[0] ?? '') : path.join('.')).replaceAll('~1', '/');
    errors[field] ??= schemaRefusals[keyword]?.(params) ?? { key: 'field_kind' };
  }
  return new InvalidInput(errors);
}

/** The refusal that an error stands for, or undefined if the server failed. */
export function refusalOf(error: Error & Partial<FastifyError>): CallError | undefined {
  if (error instanceof CallError) return error;
  if (error.validation) return schemaErrors(error.validation);
  const known = httpRefusals[error.statusCode ?? 0];
  return known ? new CallError(known) : constraintError(error);
}

const sqliteUnique = 2067; // SQLITE_CONSTRAINT_UNIQUE
const sqliteForeignKey = 787; // SQLITE_CONSTRAINT_FOREIGNKEY
const postgresUnique = '23505'; // unique_violation
const postgresForeignKey = '23503'; // foreign_key_violation

/** The refusal for a violated database constraint, when two writers raced past the checks; undefined for any other error. */
function constraintError(error: DriverError): CallError | undefined {
  if (error.errcode === sqliteUnique || error.code === postgresUnique) {
    const column = /failed: \w+\.(\w+)/.exec(error.message ?? '') ?? /Key \("?(\w+)"?\)/.exec(error.detail ?? '');
    return new InvalidInput({ [column?.[1] ?? '']: { key: 'field_taken' } });
  }
  if (error.errcode === sqliteForeignKey || error.code === postgresForeignKey) return new CallError('in_use');
  return undefined;
}
