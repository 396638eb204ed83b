import sharp from 'sharp';

/** A picture of one colour, as a browser's dialog for files gives one. @param hue tells its content from another's */
export async function pictureFile(name: string, hue = 120, width = 600, height = 400) {
  const background = { r: hue % 256, g: (hue * 7) % 256, b: (hue * 13) % 256 };
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Silence that can be played: a WAV of 8,000 bytes a second. */
export function soundFile(name: string, seconds: number) {
  const rate = 8000;
  const size = rate * seconds;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + size, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(size, 40);
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([head, Buffer.alloc(size, 128)]) };
}
