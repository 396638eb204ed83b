const head = 12; // RIFF, size, WEBP
const notes = ['EXIF', 'XMP '];
/** Of the flags that say what follows. */
const noNotes = ~(0x08 | 0x04);

/** A WebP (RFC 9649) without Exif and XMP; undefined of one that breaks off. */
export function plainWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < head) return undefined;
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return undefined;
  const kept: Uint8Array<ArrayBuffer>[] = [];
  for (let at = head; at + 8 <= end; ) {
    const size = view.getUint32(at + 4, true);
    const to = at + 8 + size + (size % 2);
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    if (to > end) return undefined;
    const part = bytes.slice(at, to);
    if (type === 'VP8X') part[8] = (part[8] ?? 0) & noNotes;
    if (!notes.includes(type)) kept.push(part);
    at = to;
  }
  const first = bytes.slice(0, head);
  const size = kept.reduce((sum, { length }) => sum + length, head - 8);
  new DataView(first.buffer).setUint32(4, size, true);
  return [first, ...kept];
}
