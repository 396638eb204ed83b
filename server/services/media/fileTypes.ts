import { type MediaKind, uploadTypes } from '../../../contract/uploadTypes.ts';

/** A type of file that may be kept, as it is served. */
export interface FileType {
  ext: string;
  mime: string;
  kind: MediaKind;
}

const byExtension = new Map(
  Object.entries(uploadTypes).flatMap(([kind, mimes]) =>
    Object.entries(mimes).map(([ext, mime]): [string, FileType] => [ext, { ext, mime, kind: kind as MediaKind }]),
  ),
);

/** The type that files with this extension are kept as. */
export const typeOf = (ext: string): FileType | undefined => byExtension.get(ext.toLowerCase());

/** A browser shows these where they stand and runs nothing in them; everything else is offered as a file to save. */
export const isShown = ({ kind, ext }: FileType) => kind !== 'document' || ext === 'pdf';
