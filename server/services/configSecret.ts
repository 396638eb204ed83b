import type { Secrets } from './secrets.ts';

const purpose = 'config';

/** A value of type `secret` as the table holds it. */
export const sealConfigSecret = (secrets: Secrets, value: string) => secrets.seal(purpose, value);

/** The value of an item of type `secret`; undefined where none is set, or it was sealed under another key. */
export const openConfigSecret = (secrets: Secrets, stored: string) =>
  stored === '' ? undefined : secrets.open(purpose, stored);
