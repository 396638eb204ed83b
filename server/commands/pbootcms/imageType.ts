const starts = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;

/** The images that a browser shows and that can run nothing, by their first bytes. SVG is not among them. */
const types: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => starts(bytes, '\x89PNG\r\n\x1a\n'),
  jpg: (bytes) => starts(bytes, '\xff\xd8\xff'),
  gif: (bytes) => starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a'),
  webp: (bytes) => starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8),
  avif: (bytes) => starts(bytes, 'ftypavif', 4) || starts(bytes, 'ftypavis', 4),
  bmp: (bytes) => starts(bytes, 'BM') && bytes.length > 26 && bytes.readUInt32LE(2) === bytes.length,
};

/** The file extension of an image by its content; undefined for anything else, whatever its name says. */
export function imageType(bytes: Buffer): string | undefined {
  return Object.keys(types).find((type) => types[type]?.(bytes));
}
