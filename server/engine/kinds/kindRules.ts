import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/fields.ts';
import type { FieldErrors } from '../../core/errors.ts';
import type { Values as MessageValues } from '../../core/messages.ts';
import type { Db, Row } from '../../database/tables.ts';
import type { Limited } from '../withinLimits.ts';

type Values = Record<string, unknown>;

/** A value in a record that is being written. */
export interface WrittenValue {
  db: Db;
  entity: Entity;
  name: string;
  field: Field;
  value: unknown;
  draft: Values;
  /** Null for a new record. */
  before: Row | null;
  /** The record that a new one is a copy of. */
  copiedFrom?: Values | undefined;
}

/** A value that is being checked. */
export interface Checked extends WrittenValue, Limited {
  /** Checks a value within this one by the rules of its own kind. */
  checkWithin(field: Field, value: unknown): Promise<Verdict>;
}

/** `skipsUniqueness`: the value is known to be free, or made free by the insertion (`slugsIfFree`, `numberSlugs`). */
export type Verdict =
  | { value: unknown; skipsUniqueness?: boolean }
  | { error: FieldErrors[string] }
  | { errors: FieldErrors };

/** Checks that a kind of field needs when a record is written, beyond its JSON schema. */
export interface KindRules {
  /** Refuses a value, or changes it into the one that is stored. */
  check?(checked: Checked): Verdict | Promise<Verdict>;
  /** Whether a field is checked although it was not sent. */
  isAlwaysChecked?(entity: Entity, name: string, draft: Values, before: Row | null): boolean;
  /** Chooses what is checked from what was sent and what is stored. By default it is what was sent. */
  valueToCheck?(field: Field, sent: unknown, stored: unknown): unknown;
}

export const refuse = (key: FieldErrors[string]['key'], values?: MessageValues) => ({
  error: { key, ...(values && { values }) },
});
