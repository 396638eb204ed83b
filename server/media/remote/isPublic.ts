import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
