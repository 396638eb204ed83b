import type { Settings } from '../../settings.ts';

/** A server for one machine: whoever signs in can read its console. */
export const isLocal = ({ host, trustProxy }: Settings) =>
  trustProxy.length === 0 && (host === 'localhost' || host === '::1' || host.startsWith('127.'));
