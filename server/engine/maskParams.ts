import { filterParams } from '../../contract/entity.ts';
import type { Field, Fields } from '../../contract/fields.ts';
import { findEntity, type RoutedCall } from '../../contract/index.ts';
import { isSecretField, maskedValue } from '../../contract/secrets.ts';

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parameters of a call as a log may have them. Values that are parameters of another call are masked as that call's own.
 * Of an open call, and of a json that does not say what it holds, the names alone are kept.
 */
export function maskParams({ call, entity }: Pick<RoutedCall, 'call' | 'entity'>, params: Values): Values {
  const mask = (name: string, value: unknown) => {
    const field = call.params[name];
    if (!field) return call.open ? maskedValue : value;
    if (field.paramsOf)
      return isValues(value) ? maskBy(paramsFields(field.paramsOf, params.entity), value) : maskedValue;
    // The values of an entity's json fields are the record's own, as its list shows them.
    return field.kind === 'json' && !field.shape && !entity ? maskedValue : maskField(field, value);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, mask(name, value)]));
}

/** What is of no known field is hidden. */
const maskBy = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      return [name, field ? maskField(field, value) : maskedValue];
    }),
  );

function maskField(field: Field, value: unknown): unknown {
  if (isSecretField(field)) return maskedValue;
  const { of } = field;
  if (of && Array.isArray(value)) return value.map((item) => (isValues(item) ? maskBy(of, item) : item));
  return value;
}

function paramsFields(paramsOf: NonNullable<Field['paramsOf']>, name: unknown): Fields {
  const entity = findEntity(name);
  if (!entity) return {};
  if (paramsOf === 'filter') return filterParams(entity);
  return entity.calls.update?.params ?? {};
}
