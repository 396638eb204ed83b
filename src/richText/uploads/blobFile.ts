import { CallFailure } from '../../../dataProvider/failure.ts';
import { sendFile } from '../../upload/sendFile.ts';
import type { UploadTransport } from '../../upload/transport.ts';

/** Stands in the queue for a picture that a `blob:` address names, until it is read. */
export const blobFile = () => new File([], 'image.png', { type: 'image/png' });

/** Reads such a picture and sends it. @throws CallFailure where its address no longer names something, or another site's */
export const throughBlob =
  (address: string): UploadTransport =>
  async (file, options) =>
    sendFile(await read(address, file), options);

async function read(address: string, file: File): Promise<File> {
  const image = new Image();
  image.src = address;
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
