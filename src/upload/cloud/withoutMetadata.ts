import { plainJpeg } from './plainJpeg.ts';
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

const signature = 8; // bytes
const notes = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];

/** A PNG without Exif, texts and times; undefined of one that breaks off. */
export function plainPng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, signature)];
  for (let at = signature; at + 12 <= bytes.length; ) {
    const to = at + 12 + view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (to > bytes.length) return undefined;
    if (!notes.includes(type)) kept.push(bytes.subarray(at, to));
    if (type === 'IEND') return kept;
    at = to;
  }
  return undefined;
}
