const marks = { start: 0xd8, end: 0xd9, scan: 0xda, app1: 0xe1, app2: 0xe2, app13: 0xed, comment: 0xfe };
const isRestart = (mark: number) => mark >= 0xd0 && mark <= 0xd7;

/** A JPEG (ITU T.81) without Exif, XMP, IPTC and comments, but for how it is turned; undefined of one that breaks off. */
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
      const turned = mark === marks.app1 && turnOf(view, at);
      if (turned && turned > 1) kept.push(turnOnly(turned));
      if (!isNote(mark, segment)) kept.push(segment);
      at = to;
    }
  }
  return bytes[at] === 0xff && bytes[at + 1] === marks.end ? [...kept, bytes.subarray(at, at + 2)] : undefined;
}

const beginsWith = (segment: Uint8Array, text: string) =>
  [...text].every((letter, at) => segment[4 + at] === letter.charCodeAt(0));

/** Pictures in a picture (MPF) have notes of their own, and stand behind the end. */
function isNote(mark: number, segment: Uint8Array): boolean {
  if (mark === marks.app2) return beginsWith(segment, 'MPF\0');
  return mark === marks.app1 || mark === marks.app13 || mark === marks.comment;
}

/** The pixels go on until a mark that is neither part of them nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const mark = bytes[at + 1] ?? 0;
    if (mark !== 0 && mark !== 0xff && !isRestart(mark)) return at;
  }
  return bytes.length + 1;
}

const orientation = 0x0112;

/** How a picture is turned (Exif 2.32, "Orientation"): 1 to 8; undefined where its segment does not say. */
function turnOf(view: DataView, at: number): number | undefined {
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

/** An Exif segment of that alone. */
const turnOnly = (turn: number) =>
  new Uint8Array([
    ...[0xff, marks.app1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0],
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turn, 0, 0, 0, 0, 0, 0],
  ]);
