import { fileTypeFromBlob } from 'file-type';
import { mediaRegister } from '../../../contract/calls/cloud.ts';
import { extensionFor, type FileType, tellingBytes, typeOf } from '../../../contract/uploadTypes.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { features, http } from '../../services/services.ts';
import { extOf } from '../../utils/files.ts';
import type { UploadOptions, UploadResult } from '../transport.ts';
import type { Grant } from './grant.ts';
import { checkPut, putObject } from './putObject.ts';
import { takeSlot } from './slots.ts';
import { withoutMetadata } from './withoutMetadata.ts';

/** Uploads into the bucket; then the back end records the file, if it can. */
export async function throughCloud(grant: Grant, file: File, options: UploadOptions): Promise<UploadResult> {
  const { bucket: Bucket, region: Region } = grant;
  if (grant.maxSize !== undefined && file.size > grant.maxSize) throw refused('tooLarge');
  const { ext, mime, kind } = await typeOfFile(file);
  if (grant.types && !grant.types.includes(ext)) throw refused('typeNotTaken');
  const slot = takeSlot(grant, file, ext);
  try {
    const Body = await withoutMetadata(file, ext);
    const put = checkPut({ Bucket, Region, Key: slot.key, Body, ContentType: mime });
    const location = slot.isThere ? '' : await putObject(grant, put, options);
    const { name, size } = file;
    // If there is no media library, only the address is known.
    if (!features.has('media')) {
      slot.forget();
      return { url: `https://${location}`, name, size, ...(kind && { kind }) };
    }
    slot.arrived();
    const params = { key: put.Key, name, folder_id: options.folderId };
    const sent = await http.call(mediaRegister, params, options.signal);
    slot.forget();
    return sent;
  } catch (error) {
    // After an abort or a refusal, a repeat starts anew; after other failures it continues.
    const isRefused = error instanceof CallFailure && error.call === mediaRegister && error.isFinal;
    if (options.signal.aborted || isRefused) slot.forget();
    throw error;
  } finally {
    slot.release();
  }
}

const refused = (key: 'tooLarge' | 'typeNotTaken') => new CallFailure('refused', `upload.cloud.${key}`, 0);

/** Detects the type by content, as the server does: the bucket serves the file with this type. @throws CallFailure */
async function typeOfFile(file: File): Promise<Omit<FileType, 'kind'> & { kind?: FileType['kind'] }> {
  const named = extOf(file.name);
  const found = (await fileTypeFromBlob(file.slice(0, tellingBytes)))?.ext ?? 'text';
  const type = typeOf(extensionFor(found, named) ?? '');
  if (type) return type;
  if (features.has('media')) throw new CallFailure('refused', 'upload.cloud.unknownType', 0);
  return { ext: named || 'bin', mime: 'application/octet-stream' };
}
