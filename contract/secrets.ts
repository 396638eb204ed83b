import type { Entity } from './entity.ts';
import type { Field } from './fields.ts';

/** What the operation log has in the place of a secret. */
export const maskedValue = '***';

/** Whether a field's value is a secret: it is taken, and neither answered nor logged. */
export const isSecretField = ({ kind, writeOnly }: Field): boolean => kind === 'password' || writeOnly === true;

/** Whether an entity takes a secret: in a field, or as a parameter of a call of its own, as the value of a `config_item`. */
export const hasSecrets = ({ fields, calls }: Entity): boolean =>
  [fields, ...Object.values(calls).map((call) => call?.params ?? {})].some((each) =>
    Object.values(each).some(isSecretField),
  );
