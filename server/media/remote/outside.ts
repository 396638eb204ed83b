import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isPublic } from './isPublic.ts';

/** Network access for URLs that people type. */
export interface Outside {
  /** All addresses of a name. @throws Error if it has none */
  resolve(name: string): Promise<LookupAddress[]>;
  /** Whether the server may connect there on a user's behalf. */
  mayReach(address: string, port: number): boolean;
  /** Limit in milliseconds for the head of each reply, and for a pause in its body. */
  timeoutMs: number;
}

declare module '../../engine/callContext.ts' {
  interface AppServices {
    /** The network access for URLs that people give. */
    outside: Outside;
  }
}

const ports = [80, 443];

/** The public web. */
export const publicWeb: Outside = {
  // Not the system's `getaddrinfo`: a slow lookup would block the threads that files and hashes need.
  resolve: async (name) => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    const of = async (family: 4 | 6) =>
      (await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))).map((address) => ({
        address,
        family,
      }));
    const found = await Promise.allSettled([of(4), of(6)]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length === 0) throw new Error(`${name} has no address`);
    return addresses;
  },
  mayReach: (address, port) => ports.includes(port) && isPublic(address),
  timeoutMs: 10_000,
};
