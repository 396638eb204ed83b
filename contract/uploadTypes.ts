/**
 * Every type of file that may be kept, by the extension that its URL has. The configuration chooses among these and adds
 * none: what a browser would run (HTML, SVG, XML, scripts) is not here.
 */
export const uploadTypes = {
  image: { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' },
  video: {
    ...{ mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm', mov: 'video/quicktime', ogv: 'video/ogg' },
    ...{ mkv: 'video/x-matroska', avi: 'video/vnd.avi', mpg: 'video/mpeg', flv: 'video/x-flv' },
  },
  audio: {
    ...{ mp3: 'audio/mpeg', m4a: 'audio/mp4', aac: 'audio/aac', wav: 'audio/wav', flac: 'audio/flac' },
    ...{ ogg: 'audio/ogg', opus: 'audio/ogg' },
  },
  document: {
    ...{ pdf: 'application/pdf', rtf: 'application/rtf', epub: 'application/epub+zip' },
    ...{ txt: 'text/plain', md: 'text/plain', csv: 'text/csv' },
    ...{ doc: 'application/msword', xls: 'application/vnd.ms-excel', ppt: 'application/vnd.ms-powerpoint' },
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    ...{ wps: 'application/vnd.ms-works', et: 'application/vnd.ms-excel', dps: 'application/vnd.ms-powerpoint' },
    ...{ zip: 'application/zip', rar: 'application/vnd.rar', '7z': 'application/x-7z-compressed' },
    ...{ gz: 'application/gzip', tar: 'application/x-tar', apk: 'application/vnd.android.package-archive' },
    ...{ exe: 'application/octet-stream', msi: 'application/octet-stream', dmg: 'application/octet-stream' },
  },
} as const;

export type MediaKind = keyof typeof uploadTypes;

/** The extensions of the types of these kinds. */
export const extensionsOf = (...kinds: MediaKind[]): string[] =>
  kinds.flatMap((kind) => Object.keys(uploadTypes[kind]));

/** What file-type calls otherwise than the extension that is used here. */
const sameAs: Record<string, string> = { apng: 'png', ogm: 'ogv', oga: 'ogg', spx: 'ogg', mpeg: 'mpg', f4v: 'mp4' };

/** Types that are told apart by the name alone: their content is of one family. */
const families: Record<string, string[]> = {
  cfb: ['doc', 'xls', 'ppt', 'msi', 'wps', 'et', 'dps'],
  text: ['txt', 'md', 'csv'],
};

/**
 * The extension of a file; the name decides only within a family that the content shows.
 * @param found what file-type finds in the content, or `text`
 */
export function extensionFor(found: string, named: string): string | undefined {
  const family = families[found];
  if (family) return family.includes(named) ? named : undefined;
  return sameAs[found] ?? found;
}

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

/** By so many of its first bytes the type of a file, and the size of a picture, are told. */
export const tellingBytes = 2 ** 20;

/** A browser shows these where they stand and runs nothing in them; everything else is offered as a file to save. */
export const isShown = ({ kind, ext }: FileType) => kind !== 'document' || ext === 'pdf';
