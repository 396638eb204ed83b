import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Outside {
  /** All addresses of a name. @throws Error if it has none */
  resolve(name: string): Promise<LookupAddress[]>;
  mayReach(address: string, port: number): boolean;
  /** Limit in milliseconds for the head of each reply, and for a pause in its body. */
  timeoutMs: number;
}

declare module '../../engine/callContext.ts' {
  interface AppServices {
    outside: Outside;
  }
}

const ports = [80, 443];

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

const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** Azure's platform address: in a public range, but it reaches internal services from machines in that cloud. */
const ofPlatforms = ['168.63.129.16'];

/**
 * Whether an address belongs to the public internet: not loopback, private, link-local, shared, documentation, multicast
 * or translated (RFC 6890), and no IPv6 address that embeds an IPv4 one.
 * @param address in the notation of `dns` and `URL`, without brackets or zone
 */
export function isPublic(address: string): boolean {
  if (!isIP(address) || address.includes('%') || ofPlatforms.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
