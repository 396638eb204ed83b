import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isPublic } from './isPublic.ts';

/** The world that addresses typed by people lead to. */
export interface Outside {
  /** All addresses of a name. @throws Error where it has none */
  resolve(name: string): Promise<LookupAddress[]>;
  /** Whether this server may connect there for anyone who asks. */
  mayReach(address: string, port: number): boolean;
  /** For the head of each answer, and for a pause in its body; milliseconds. */
  timeoutMs: number;
}

declare module '../../engine/callContext.ts' {
  interface AppServices {
    /** Where addresses that people give may lead. */
    outside: Outside;
  }
}

const ports = [80, 443];

/** The public web. */
export const publicWeb: Outside = {
  // Not the system's `getaddrinfo`: a slow one would hold the threads that files and hashes need.
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
