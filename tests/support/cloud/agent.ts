import https from 'node:https';
import type { CloudStandIn } from './standIn.ts';

/** What a process needs to know of the stand-in to send there. */
export type CloudAddress = Pick<CloudStandIn, 'port' | 'certificate'>;

/** Sends to the stand-in whatever goes to another host. */
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
