const signature = 8; // bytes
const notes = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'];

/** A PNG without Exif, texts and times; undefined of one that breaks off. */
export function plainPng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, signature)];
  for (let at = signature; at + 12 <= bytes.length; ) {
    const to = at + 12 + view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (to > bytes.length) return undefined;
    if (!notes.includes(type)) kept.push(bytes.subarray(at, to));
    if (type === 'IEND') return kept;
    at = to;
  }
  return undefined;
}
