import { filterParams } from '../../contract/entity.ts';
import type { Field, Fields } from '../../contract/fields.ts';
import { findEntity, type RoutedCall } from '../../contract/index.ts';
import { isSecretField, maskedValue } from '../../contract/secrets.ts';

type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A call's parameters with secrets masked, for a log. Values that are parameters of another call are masked as that
 * call's. For an open call, and for a json without a declared structure, only the names are kept.
 */
export function maskParams({ call, entity }: Pick<RoutedCall, 'call' | 'entity'>, params: Values): Values {
  const mask = (name: string, value: unknown) => {
    const field = call.params[name];
    if (!field) return call.open ? maskedValue : value;
    if (field.paramsOf)
      return isValues(value) ? maskBy(paramsFields(field.paramsOf, params.entity), value) : maskedValue;
    // The json fields of an entity are data of the record, which its list shows anyway.
    return field.kind === 'json' && !field.shape && !entity ? maskedValue : maskField(field, value);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, mask(name, value)]));
}

/** Unknown fields are masked. */
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
