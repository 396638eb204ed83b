import { CallFailure } from '../../../../dataProvider/failure.ts';
import { sendFile } from '../../../upload/sendFile.ts';
import type { Way } from '../../../upload/way.ts';

const addresses = new WeakMap<File, string>();

/** Stands in the queue for a picture that a `blob:` address names, until it is read; undefined of other addresses. */
export function blobFile(address: string): File | undefined {
  if (!/^blob:/i.test(address)) return undefined;
  const file = new File([], 'image.png', { type: 'image/png' });
  addresses.set(file, address);
  return file;
}

/** Reads such a file and sends it. @throws CallFailure where its address names nothing any more, or another site's */
export const throughBlob: Way = async (file, options) => sendFile(await read(file), options);

async function read(file: File): Promise<File> {
  const image = new Image();
  image.src = addresses.get(file) ?? '';
  try {
    await image.decode();
  } catch {
    throw new CallFailure('refused', 'upload.blobGone', 0);
  }
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, file.type);
  const content = await promise;
  if (!content) throw new CallFailure('refused', 'upload.blobGone', 0);
  return new File([content], file.name, { type: file.type });
}
