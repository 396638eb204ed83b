import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

interface PngParts {
  /** More chunks before the pixels. */
  more?: [string, Buffer][];
  isWhole?: boolean;
  /** Three bytes a colour, of which the first is all pixels'; grey without. */
  palette?: Buffer;
}

/** A PNG of this size, all of one colour. */
export function pngOf(width: number, height: number, { more = [], isWhole = true, palette }: PngParts = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, palette ? 3 : 0, 0, 0, 0], 8);
  const pixels = isWhole ? deflateSync(Buffer.alloc((width + 1) * height), { level: 9 }) : Buffer.alloc(20);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...more.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A text of a picture that is small on the line and large when it is read. */
export const swollenText = (megabytes: number): [string, Buffer] => [
  'zTXt',
  Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(megabytes * 2 ** 20, 65), { level: 1 })]),
];

/** A zip of one entry of zeros. */
export function zipOf(name: string, megabytes: number): Buffer {
  const size = megabytes * 2 ** 20;
  const zeros = Buffer.alloc(size);
  const data = deflateRawSync(zeros, { level: 1 });
  const check = crc32(zeros);
  const entry = (signature: number, length: number, at: number) => {
    const made = Buffer.alloc(length);
    made.writeUInt32LE(signature);
    made.writeUInt16LE(8, at + 4); // deflated
    made.writeUInt32LE(check, at + 10);
    made.writeUInt32LE(data.length, at + 14);
    made.writeUInt32LE(size, at + 18);
    made.writeUInt16LE(name.length, at + 22);
    return made;
  };
  const local = Buffer.concat([entry(0x04034b50, 30, 4), Buffer.from(name), data]);
  const central = Buffer.concat([entry(0x02014b50, 46, 6), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
