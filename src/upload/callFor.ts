import { documentUpload, fileUpload, videoUpload } from '../../contract/calls/upload.ts';
import { type MediaKind, typeOf, uploadTypes } from '../../contract/uploadTypes.ts';
import { extOf } from '../utils/files.ts';

export const callOfKind = {
  image: fileUpload,
  video: videoUpload,
  audio: videoUpload,
  document: documentUpload,
} satisfies Record<MediaKind, unknown>;

/** What kind of file this is: by its extension, else by what the browser makes of it. The server looks into it. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): MediaKind {
  const [told = ''] = type.split('/');
  return typeOf(extOf(name))?.kind ?? (told in uploadTypes ? (told as MediaKind) : 'document');
}

/** The call that takes such a file. */
export const callFor = (file: File) => callOfKind[kindOf(file)];
