import { isIPv6, SocketAddress } from 'node:net';

interface Network {
  name: string;
  share: number;
}

/**
 * Narrowest first. In IPv6 one visitor may have a whole /64 network, a home a /56 and an office a /48; each gets only
 * twice the allowance of the network within it, so that many networks do not mean many allowances.
 */
export function networksOf(ip: string): Network[] {
  // One form for all that an address has: an IPv4 in IPv6 may be written in three.
  const written = isIPv6(ip) ? new SocketAddress({ address: ip, family: 'ipv6' }).address : ip;
  const address = written.replace(/^::ffff:(?=\d+\.)/, '');
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

export const networkOf = (ip: string): string => networksOf(ip)[0]?.name ?? ip;
