import { type TOTP, URI } from 'otpauth';
import { vi } from 'vitest';
import type { TestAdmin, TestServer } from './server.ts';

export interface Factor {
  /** The next code: half a minute later, for none is taken twice. */
  code(): string;
  recovery: string[];
  uri: string;
}

/** Time as the server sees it goes on by hand: call within a test file that uses fake dates. */
export const halfAMinuteLater = () => vi.setSystemTime(Date.now() + 30_000);

const codeOf = (uri: string) => (URI.parse(uri) as TOTP).generate();

/** Begins a second factor for an administrator. */
export async function beginFactor(server: TestServer, admin: TestAdmin): Promise<Factor> {
  const begun = await server.data<{ uri: string; recovery: string[] }>('auth.auth/totp', { action: 'begin' }, admin);
  const { uri, recovery } = begun;
  return {
    uri,
    recovery,
    code: () => {
      halfAMinuteLater();
      return codeOf(uri);
    },
  };
}

/** Turns the second factor of an administrator on. */
export async function turnOnFactor(server: TestServer, admin: TestAdmin): Promise<Factor> {
  const factor = await beginFactor(server, admin);
  await server.data('auth.auth/totp', { action: 'confirm', code: codeOf(factor.uri) }, admin);
  return factor;
}
