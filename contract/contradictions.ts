import { encodeField } from './codecs.ts';
import type { Field, Fields } from './fields.ts';
import type { FormatKey } from './formats.ts';
import { typedAmount } from './narrowNumber.ts';

/** A rule about several fields of a record (`checks` of an entity). The server holds it, and the form says it before a save. */
export interface RecordCheck {
  /** The fields that it reads. What is wrong is said at the first one. */
  fields: readonly [string, ...string[]];
  problem(record: Record<string, unknown>): Problem | undefined;
}

export interface Problem {
  key: 'field_required' | 'field_too_small' | FormatKey;
  values?: Record<string, string>;
}

export const optionsOfChoice: RecordCheck = {
  fields: ['options', 'type'],
  problem: ({ options, type }) =>
    (type === 'choice' || type === 'choices') && isEmpty(options) ? { key: 'field_required' } : undefined,
};

export function contradictions(
  { fields, checks = [] }: { fields: Fields; checks?: readonly RecordCheck[] },
  draft: Record<string, unknown>,
  before: Record<string, unknown> | null,
): Record<string, Problem> {
  const whole: Record<string, unknown> = { ...before, ...draft };
  const spelled = (name: string, value: unknown) => encodeField(fields[name], value);
  const isChanged = (name: string) =>
    name in draft && (!before || spelled(name, draft[name]) !== spelled(name, before[name]));
  const problems: Record<string, Problem> = {};
  for (const [name, field] of Object.entries(fields)) {
    const problem = field.atLeast && [name, field.atLeast].some(isChanged) && belowBound(field, whole, name);
    if (problem) problems[name] = problem;
  }
  for (const { fields: read, problem } of checks) {
    const found = read.some(isChanged) && problem(whole);
    if (found) problems[read[0]] ??= found;
  }
  return problems;
}

function belowBound({ kind, atLeast = '' }: Field, record: Record<string, unknown>, name: string): Problem | undefined {
  const value = record[name];
  const bound = record[atLeast];
  if (isEmpty(value) || isEmpty(bound)) return undefined;
  if (kind === 'time') return String(value) < String(bound) ? { key: 'field_before' } : undefined;
  const toNumber = (typed: unknown) => Number(typedAmount(String(typed)));
  return toNumber(value) < toNumber(bound) ? { key: 'field_too_small', values: { limit: String(bound) } } : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
