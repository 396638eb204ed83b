import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** Answers the machines of one cloud alone, though its range is everyone's: Azure's platform address. */
const ofPlatforms = ['168.63.129.16'];

/**
 * Whether an address is one of the public internet: no loopback, private, link-local, shared, documentation, multicast or
 * translated one (RFC 6890), and none that wraps an IPv4 address.
 * @param address in the notation of `dns` and `URL`, without brackets or a zone
 */
export function isPublic(address: string): boolean {
  if (!isIP(address) || address.includes('%') || ofPlatforms.includes(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
