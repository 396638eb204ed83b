import https from 'node:https';
import { afterAll, beforeAll } from 'vitest';
import { agentTo } from './agent.ts';
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
    https.globalAgent = agentTo(cloud);
  });
  afterAll(async () => {
    https.globalAgent = usual;
    await cloud.stop?.();
  });
  return cloud;
}
