import type { Field } from '../../contract/fields.ts';
import { type MediaKind, uploadTypes } from '../../contract/uploadTypes.ts';
import { useMayCall } from '../auth/useMay.ts';
import { features } from '../services/services.ts';
import { callOfKind, kindOf } from './callFor.ts';

export const allKinds = Object.keys(uploadTypes) as MediaKind[];

/** The kinds of file that a field is for; all of them where it does not say. */
export const kindsOf = ({ kind, media }: Pick<Field, 'kind' | 'media'>): readonly MediaKind[] =>
  kind === 'image' || kind === 'images' ? ['image'] : (media ?? allKinds);

/** What the browser's own dialog offers; everything where any kind will do. */
export function acceptOf(kinds: readonly MediaKind[]): string | undefined {
  if (kinds.length === allKinds.length) return undefined;
  return kinds
    .flatMap((kind) => Object.entries(uploadTypes[kind]).flatMap(([ext, mime]) => [`.${ext}`, mime]))
    .join(',');
}

/** Those of some files that are of these kinds; what another back end takes is for it to say. */
export const fitting = (files: readonly File[], kinds: readonly MediaKind[]) =>
  features.has('checks') ? files.filter((file) => kinds.includes(kindOf(file))) : [...files];

/** Whether the administrator may upload a file of some of these kinds. */
export function useMayUpload(kinds: readonly MediaKind[] = allKinds): boolean {
  const mayCall = useMayCall();
  return kinds.some((kind) => mayCall(callOfKind[kind]));
}
