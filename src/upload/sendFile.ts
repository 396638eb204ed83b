import { grantOf } from './cloud/grant.ts';
import { throughServer } from './throughServer.ts';
import type { Way } from './way.ts';

/** Sends a file by the way that the back end offers: into its bucket, where it has one. */
export const sendFile: Way = async (file, options) => {
  const grant = await grantOf();
  options.signal.throwIfAborted();
  if (!grant) return throughServer(file, options);
  // What speaks to the cloud is large, and most sites have no bucket.
  const { throughCloud } = await import('./cloud/throughCloud.ts');
  return throughCloud(grant, file, options);
};
