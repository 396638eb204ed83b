import { CallFailure } from '../../dataProvider/failure.ts';
import { features, http } from '../services/services.ts';
import { grantOf } from './cloud/grant.ts';
import type { UploadTransport } from './transport.ts';
import { callFor } from './uploadKinds.ts';

export const sendFile: UploadTransport = async (file, options) => {
  const grant = await grantOf();
  options.signal.throwIfAborted();
  if (!grant) return throughServer(file, options);
  // The cloud client is large, and most sites have no bucket.
  const { throughCloud } = await import('./cloud/throughCloud.ts');
  return throughCloud(grant, file, options);
};

/** Through `base.upload/*`, onto the server's disk. */
const throughServer: UploadTransport = async (file, { folderId, isCopy, signal, onProgress }) => {
  // A back end without a media library takes no folder.
  const params = features.has('media') ? { folder_id: folderId, ...(isCopy && { copy: 1 as const }) } : {};
  const sent = await http.upload(callFor(file), params, file, { signal, onProgress });
  if (!sent.url) throw new CallFailure('unreadable', '', 200);
  return sent;
};
