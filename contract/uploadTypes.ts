/**
 * Maps the extension in a URL to its type. Types that a browser would run (HTML, SVG, XML, scripts) must not be here.
 */
export const uploadTypes = {
  image: { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' },
  video: {
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    webm: 'video/webm',
    mov: 'video/quicktime',
    ogv: 'video/ogg',
    mkv: 'video/x-matroska',
    avi: 'video/vnd.avi',
    mpg: 'video/mpeg',
    flv: 'video/x-flv',
  },
  audio: {
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    wav: 'audio/wav',
    flac: 'audio/flac',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
  },
  document: {
    pdf: 'application/pdf',
    rtf: 'application/rtf',
    epub: 'application/epub+zip',
    txt: 'text/plain',
    md: 'text/plain',
    csv: 'text/csv',
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    wps: 'application/vnd.ms-works',
    et: 'application/vnd.ms-excel',
    dps: 'application/vnd.ms-powerpoint',
    zip: 'application/zip',
    rar: 'application/vnd.rar',
    '7z': 'application/x-7z-compressed',
    gz: 'application/gzip',
    tar: 'application/x-tar',
    apk: 'application/vnd.android.package-archive',
    exe: 'application/octet-stream',
    msi: 'application/octet-stream',
    dmg: 'application/octet-stream',
  },
} as const;

export type MediaKind = keyof typeof uploadTypes;

export const extensionsOf = (...kinds: MediaKind[]): string[] =>
  kinds.flatMap((kind) => Object.keys(uploadTypes[kind]));

/** For these types file-type uses another extension. */
const sameAs: Record<string, string> = { apng: 'png', ogm: 'ogv', oga: 'ogg', spx: 'ogg', mpeg: 'mpg', f4v: 'mp4' };

/** Only the file name tells the types of a family apart, because their content looks alike. */
const families: Record<string, string[]> = {
  cfb: ['doc', 'xls', 'ppt', 'msi', 'wps', 'et', 'dps'],
  text: ['txt', 'md', 'csv'],
};

/** @param found what file-type found in the content, or `text`: the name decides only within such a family */
export function extensionFor(found: string, named: string): string | undefined {
  const family = families[found];
  if (family) return family.includes(named) ? named : undefined;
  return sameAs[found] ?? found;
}

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

export const typeOf = (ext: string): FileType | undefined => byExtension.get(ext.toLowerCase());

/** How many leading bytes are enough to detect a file's type and a picture's size. */
export const tellingBytes = 2 ** 20;

/** Whether a browser may display the file in place, because it runs nothing in it. Others are offered as downloads. */
export const isShown = ({ kind, ext }: FileType) => kind !== 'document' || ext === 'pdf';
