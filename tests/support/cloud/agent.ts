import https from 'node:https';
import type { CloudStandIn } from './standIn.ts';

/** The part of the stand-in that a process needs in order to send requests there. */
export type CloudAddress = Pick<CloudStandIn, 'port' | 'certificate'>;

/** Makes an agent that sends every request to the stand-in, whatever its host. */
export function agentTo({ port, certificate }: CloudAddress): https.Agent {
  const agent = new https.Agent({
    ca: certificate,
    keepAlive: false,
    lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }] as never),
  });
  const { createConnection } = agent as unknown as { createConnection: (options: object) => unknown };
  return Object.assign(agent, {
    createConnection: (options: object) => createConnection.call(agent, { ...options, port }),
  });
}
