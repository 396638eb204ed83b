import type { Entity } from './entity.ts';
import type { Field } from './fields.ts';

export const maskedValue = '***';

/** Whether a field's value is secret: accepted on write, never answered or logged. */
export const isSecretField = ({ kind, writeOnly }: Field): boolean => kind === 'password' || writeOnly === true;

/** In a field, or as a parameter of its own calls, such as the value of a `config_item`. */
export const hasSecrets = ({ fields, calls }: Entity): boolean =>
  [fields, ...Object.values(calls).map((call) => call?.params ?? {})].some((each) =>
    Object.values(each).some(isSecretField),
  );
