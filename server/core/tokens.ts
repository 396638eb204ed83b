import { hash, randomBytes } from 'node:crypto';

/** Makes a token of 32 random bytes, which nobody can guess. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns what is stored instead of a token, so that whoever reads the database cannot use it. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
