import { randomBytes } from 'node:crypto';

/** No vowel and no `s`: none of the words that server/auth/weakPasswords.ts knows can appear by chance. */
const letters = 'bcdfghjklmnpqrtv';

/** A password of 20 letters that every rule against weak passwords accepts, each time. */
export const randomPassword = (): string => [...randomBytes(20)].map((byte) => letters[byte % letters.length]).join('');
