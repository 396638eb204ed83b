import { isIPv4 } from 'node:net';

/** Whether what is said to this host stays within this machine. A name that begins with 127 may be anyone's. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
