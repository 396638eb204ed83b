import { CallFailure } from '../../dataProvider/failure.ts';
import { createSendFile } from '../../dataProvider/sendFile.ts';
import { features, serving, session } from '../services.ts';
import { callFor } from './callFor.ts';
import type { Way } from './way.ts';

export const send = createSendFile({ ...serving, session, features });

/** Through `base.upload/*`, onto the server's own disk. */
export const throughServer: Way = async (file, { folderId, signal, onProgress }) => {
  // To a back end without the library goes what console.md names alone.
  const params = features.has('media') ? { folder_id: folderId } : {};
  const sent = await send(callFor(file), params, file, { signal, onProgress });
  if (!sent.url) throw new CallFailure('unreadable', '', 200);
  return sent;
};
