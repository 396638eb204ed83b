import https from 'node:https';
import { afterAll, beforeAll } from 'vitest';
import { type CloudStandIn, startCloud } from './standIn.ts';

/** What a configuration without a bucket is saved with. */
export const noBucket = { cos_secret_id: '', cos_bucket: '', cos_region: '', clear: 'cos_secret_key' };

/**
 * A stand-in of Tencent Cloud for the tests of a file. What this process sends to Tencent's hosts goes to it; a browser is
 * led there by its own switches.
 */
export function useCloud(): CloudStandIn {
  const cloud = {} as CloudStandIn;
  const usual = https.globalAgent;
  beforeAll(async () => {
    await startCloud(cloud);
    https.globalAgent = new https.Agent({
      ca: cloud.certificate,
      keepAlive: false,
      lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }] as never),
    });
    const { createConnection } = https.globalAgent as unknown as { createConnection: (options: object) => unknown };
    Object.assign(https.globalAgent, {
      createConnection: (options: object) => createConnection.call(https.globalAgent, { ...options, port: cloud.port }),
    });
  });
  afterAll(async () => {
    https.globalAgent = usual;
    await cloud.stop?.();
  });
  return cloud;
}
