import { CallFailure } from '../../dataProvider/failure.ts';
import { features, http } from '../services/services.ts';
import { grantOf } from './cloud/grant.ts';
import type { UploadTransport } from './transport.ts';
import { callFor } from './uploadKinds.ts';

/** Sends a file by the way that the back end offers: into its bucket, where it has one. */
export const sendFile: UploadTransport = async (file, options) => {
  const grant = await grantOf();
  options.signal.throwIfAborted();
  if (!grant) return throughServer(file, options);
  // What speaks to the cloud is large, and most sites have no bucket.
  const { throughCloud } = await import('./cloud/throughCloud.ts');
  return throughCloud(grant, file, options);
};

export const send = http.upload;

/** Through `base.upload/*`, onto the server's own disk. */
const throughServer: UploadTransport = async (file, { folderId, signal, onProgress }) => {
  // To a back end without the library goes only what the specification names.
  const params = features.has('media') ? { folder_id: folderId } : {};
  const sent = await send(callFor(file), params, file, { signal, onProgress });
  if (!sent.url) throw new CallFailure('unreadable', '', 200);
  return sent;
};
