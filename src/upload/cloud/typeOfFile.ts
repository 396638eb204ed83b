import { fileTypeFromBlob } from 'file-type';
import { extensionFor, type FileType, tellingBytes, typeOf } from '../../../contract/uploadTypes.ts';
import { CallFailure } from '../../../dataProvider/failure.ts';
import { extOf } from '../../fields/lists/fileName.ts';
import { features } from '../../services.ts';

/**
 * The type of a file by its content, as the server finds it: by it the bucket serves the file.
 * @throws CallFailure where it is none that may be kept. An existing back end takes any; what is not known is served as bytes
 */
export async function typeOfFile(file: File): Promise<Omit<FileType, 'kind'> & { kind?: FileType['kind'] }> {
  const named = extOf(file.name);
  const found = (await fileTypeFromBlob(file.slice(0, tellingBytes)))?.ext ?? 'text';
  const type = typeOf(extensionFor(found, named) ?? '');
  if (type) return type;
  if (features.has('media')) throw new CallFailure('refused', 'upload.cloud.unknownType', 0);
  return { ext: named || 'bin', mime: 'application/octet-stream' };
}
