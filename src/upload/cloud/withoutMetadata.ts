type Strip = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>[] | undefined;
const strip: Record<string, Strip> = { jpg: plainJpeg, png: plainPng, webp: plainWebp };

/** Pixels and orientation stay. A picture that breaks off is sent unchanged; the server checks it. */
export async function withoutMetadata(file: File, ext: string): Promise<File> {
  const parts = strip[ext]?.(new Uint8Array(await file.arrayBuffer()));
  const { name, type, lastModified } = file;
  return parts ? new File(parts, name, { type, lastModified }) : file;
}

const pngSignature = 8; // bytes
const pngMetadata = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];

export function plainPng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, pngSignature)];
  for (let at = pngSignature; at + 12 <= bytes.length; ) {
    const to = at + 12 + view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (to > bytes.length) return undefined;
    if (!pngMetadata.includes(type)) kept.push(bytes.subarray(at, to));
    if (type === 'IEND') return kept;
    at = to;
  }
  return undefined;
}

const marks = { start: 0xd8, end: 0xd9, scan: 0xda, app1: 0xe1, app2: 0xe2, app13: 0xed, comment: 0xfe };
const isRestart = (mark: number) => mark >= 0xd0 && mark <= 0xd7;

/** A JPEG (ITU T.81) without Exif, XMP, IPTC and comments, but with its orientation; undefined if it breaks off. */
export function plainJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== marks.start) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const mark = bytes[at + 1] ?? 0;
    if (mark === 0xff)
      at++; // filling
    else if (mark === marks.end) return [...kept, bytes.subarray(at, at + 2)];
    else {
      let to = at + 2 + view.getUint16(at + 2);
      if (mark === marks.scan) to = endOfScan(bytes, to);
      const segment = bytes.subarray(at, to);
      if (to > bytes.length) return undefined;
      const turn = mark === marks.app1 && orientationOf(view, at);
      if (turn && turn > 1) kept.push(orientationSegment(turn));
      if (!isMetadata(mark, segment)) kept.push(segment);
      at = to;
    }
  }
  return bytes[at] === 0xff && bytes[at + 1] === marks.end ? [...kept, bytes.subarray(at, at + 2)] : undefined;
}

const beginsWith = (segment: Uint8Array, text: string) =>
  [...text].every((letter, at) => segment[4 + at] === letter.charCodeAt(0));

/** Embedded pictures (MPF) have metadata of their own and stand after the end. */
function isMetadata(mark: number, segment: Uint8Array): boolean {
  if (mark === marks.app2) return beginsWith(segment, 'MPF\0');
  return mark === marks.app1 || mark === marks.app13 || mark === marks.comment;
}

/** The scan ends at a mark that is neither data nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const mark = bytes[at + 1] ?? 0;
    if (mark !== 0 && mark !== 0xff && !isRestart(mark)) return at;
  }
  return bytes.length + 1;
}

const orientation = 0x0112;

/** The orientation (Exif 2.32), 1 to 8; undefined if the segment has none. */
function orientationOf(view: DataView, at: number): number | undefined {
  const end = Math.min(view.byteLength, at + 2 + view.getUint16(at + 2));
  const tiff = at + 10;
  if (tiff + 8 > end || view.getUint32(at + 4) !== 0x45786966) return undefined;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const list = tiff + view.getUint32(tiff + 4, isLittle);
  if (list + 2 > end) return undefined;
  const count = view.getUint16(list, isLittle);
  for (let entry = list + 2; entry + 12 <= Math.min(end, list + 2 + count * 12); entry += 12) {
    const turn = view.getUint16(entry + 8, isLittle);
    if (view.getUint16(entry, isLittle) === orientation) return turn <= 8 ? turn : undefined;
  }
  return undefined;
}

const orientationSegment = (turn: number) =>
  new Uint8Array([
    ...[0xff, marks.app1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0],
  ]);

const riffHeader = 12; // RIFF, size, WEBP
const webpMetadata = ['EXIF', 'XMP '];
/** The flags in VP8X that announce Exif and XMP. */
const metadataFlags = 0x08 | 0x04;

/** A WebP (RFC 9649) without Exif and XMP; undefined if it breaks off. */
export function plainWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < riffHeader) return undefined;
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return undefined;
  const kept: Uint8Array<ArrayBuffer>[] = [];
  for (let at = riffHeader; at + 8 <= end; ) {
    const size = view.getUint32(at + 4, true);
    const to = at + 8 + size + (size % 2);
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    if (to > end) return undefined;
    const part = bytes.slice(at, to);
    if (type === 'VP8X') part[8] = (part[8] ?? 0) & ~metadataFlags;
    if (!webpMetadata.includes(type)) kept.push(part);
    at = to;
  }
  const first = bytes.slice(0, riffHeader);
  const size = kept.reduce((sum, { length }) => sum + length, riffHeader - 8);
  new DataView(first.buffer).setUint32(4, size, true);
  return [first, ...kept];
}
