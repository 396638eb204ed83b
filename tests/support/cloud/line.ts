import https from 'node:https';
import { afterAll, beforeAll } from 'vitest';
import { agentTo } from './agent.ts';
import { type CloudStandIn, startCloud } from './standIn.ts';

/** The configuration items of a site with no bucket, as they are saved. */
export const noBucket = { cos_secret_id: '', cos_bucket: '', cos_region: '', clear: 'cos_secret_key' };

/**
 * A stand-in for Tencent Cloud, for the tests of a file. The HTTPS requests of this process go to it through the global
 * agent; a browser is led there by switches of its own.
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
