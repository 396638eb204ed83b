import { documentUpload, fileUpload, videoUpload } from '../../contract/calls/upload.ts';
import type { Field } from '../../contract/fields.ts';
import { type MediaKind, typeOf, uploadTypes } from '../../contract/uploadTypes.ts';
import { useMayCall } from '../auth/useMay.ts';
import { features } from '../services/services.ts';
import { extOf } from '../utils/files.ts';

export const allKinds = Object.keys(uploadTypes) as MediaKind[];

/** The kinds of file that a field takes; all of them if it declares none. */
export const kindsOf = ({ kind, media }: Pick<Field, 'kind' | 'media'>): readonly MediaKind[] =>
  kind === 'image' || kind === 'images' ? ['image'] : (media ?? allKinds);

/** The `accept` of a file input; undefined if every kind is taken. */
export function acceptOf(kinds: readonly MediaKind[]): string | undefined {
  if (kinds.length === allKinds.length) return undefined;
  return kinds.flatMap((kind) => Object.entries(uploadTypes[kind]).map(([ext, mime]) => `.${ext},${mime}`)).join();
}

/** The files of these kinds. Without the extension the back end checks them itself, so all pass. */
export const fitting = (files: readonly File[], kinds: readonly MediaKind[]) =>
  features.has('checks') ? files.filter((file) => kinds.includes(kindOf(file))) : [...files];

export function useMayUpload(kinds: readonly MediaKind[] = allKinds): boolean {
  const mayCall = useMayCall();
  return kinds.some((kind) => mayCall(callOfKind[kind]));
}

const callOfKind = {
  image: fileUpload,
  video: videoUpload,
  audio: videoUpload,
  document: documentUpload,
} satisfies Record<MediaKind, unknown>;

/** The kind of a file by its extension, else by the browser's MIME type. The server checks the content. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): MediaKind {
  const [family = ''] = type.split('/');
  return typeOf(extOf(name))?.kind ?? (family in uploadTypes ? (family as MediaKind) : 'document');
}

export const callFor = (file: File) => callOfKind[kindOf(file)];
