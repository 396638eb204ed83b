import { expect, test } from 'vitest';
import { maskSecrets } from '../../server/logs/runLog.ts';

test.each([
  ['connect postgres://rtop:hunter2@db:5432/x failed', 'connect postgres://rtop:***@db:5432/x failed'],
  ['authorization: Bearer abc.def-1', 'authorization: *** ***'],
  ['sent Bearer abc.def-1 twice', 'sent Bearer *** twice'],
  ['{"password":"a b","name":"x"}', '{"password":***,"name":"x"}'],
  ['?new_password=abc&page=1', '?new_password=***&page=1'],
  ['token = abc, next', 'token = ***, next'],
  ['hash $argon2id$v=19$m=19456,t=2,p=1$abc$def', 'hash ***'],
  ['the column password is missing', 'the column password is missing'],
])('takes the secret out of: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});
