import { plainJpeg } from './plainJpeg.ts';
import { plainPng } from './plainPng.ts';
import { plainWebp } from './plainWebp.ts';

type Plain = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>[] | undefined;
const plain: Record<string, Plain> = { jpg: plainJpeg, png: plainPng, webp: plainWebp };

/**
 * A picture without what the camera noted, such as where it was taken, and without what stands behind its end; its pixels
 * and how it is turned stay. What cannot be read to its end is sent as it is: the server looks into it.
 */
export async function withoutMetadata(file: File, ext: string): Promise<File> {
  const parts = plain[ext]?.(new Uint8Array(await file.arrayBuffer()));
  const { name, type, lastModified } = file;
  return parts ? new File(parts, name, { type, lastModified }) : file;
}
