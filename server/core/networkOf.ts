import { isIPv6 } from 'node:net';

/** A network that an address is counted in, and how many times the allowance of one visitor it has. */
interface Network {
  name: string;
  share: number;
}

/**
 * What an address is counted by, the narrowest first. An IPv4 address is itself. Of IPv6 one visitor may have all of a
 * network of 64 bits, a home often one of 56 and an office one of 48: each of them has twice as much as the one within it,
 * so that many networks of one owner do not have many allowances.
 */
export function networksOf(ip: string): Network[] {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return [{ name: address, share: 1 }];
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = tail ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  const [a, b, c, d = 0] = [...head, ...zeros, ...(tail ?? [])].map((group) => Number.parseInt(group, 16));
  const named = (...groups: (number | undefined)[]) => groups.map((group = 0) => group.toString(16)).join(':');
  return [
    { name: named(a, b, c, d), share: 1 },
    { name: `${named(a, b, c, d & 0xff00)}/56`, share: 2 },
    { name: `${named(a, b, c)}/48`, share: 4 },
  ];
}

/** The narrowest network of an address: what one visitor has. */
export const networkOf = (ip: string): string => networksOf(ip)[0]?.name ?? ip;
