import type { Settings } from '../../settings.ts';
import { isLoopback } from '../isLoopback.ts';

/** A server for one machine: whoever signs in can read its console. */
export const isLocal = ({ host, trustProxy }: Settings) => trustProxy.length === 0 && isLoopback(host);
