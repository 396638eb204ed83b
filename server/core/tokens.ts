import { hash, randomBytes } from 'node:crypto';

/** 32 random bytes: nobody guesses it. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored in the place of a token, so that whoever reads the database cannot use it. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');
