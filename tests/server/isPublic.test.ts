import { expect, test } from 'vitest';
import { isPublic, publicWeb } from '../../server/media/remote/outside.ts';

const open = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'];

const closed: Record<string, string[]> = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  metadata: ['169.254.169.254', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '192.0.0.192'],
  shared: ['100.64.0.1', '100.127.255.255'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'documentation and benchmarks': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
  'reserved and relays': ['192.0.0.1', '240.0.0.1', '4000::1', '100::1'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  'translations and tunnels': ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::'],
  'what is no address': ['', 'localhost', '127.1', '0x7f000001', '2130706433', '0177.0.0.1', '8.8.8.8 ', '[::1]'],
};

test.each(open)('%s is everyone’s', (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each(Object.entries(closed))('%s is not', (_what, addresses) => {
  expect(addresses.filter(isPublic)).toEqual([]);
});

test('the public web is reached on the ports of http and https alone', () => {
  const reached = [80, 443, 22, 25, 3000, 6379, 8080].filter((port) => publicWeb.mayReach('1.1.1.1', port));
  expect(reached).toEqual([80, 443]);
  expect(publicWeb.mayReach('127.0.0.1', 80)).toBe(false);
});
