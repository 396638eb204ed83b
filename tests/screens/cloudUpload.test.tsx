import sharp, { type Sharp } from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkPut } from '../../src/upload/cloud/putObject.ts';
import { takeSlot } from '../../src/upload/cloud/slots.ts';
import { plainJpeg, plainPng, plainWebp } from '../../src/upload/cloud/withoutMetadata.ts';

const secret = 'taken-at-home';
/** A picture with notes of a camera in it: Exif with a place, XMP, a colour profile. */
const noted = (encode: (image: Sharp) => Sharp, orientation = 6) =>
  encode(
    sharp({
      create: {
        width: 90,
        height: 60,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' } })
      .withMetadata({ orientation, icc: 'p3' })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>${secret}</r></x:xmpmeta>`),
  ).toBuffer();
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);
const pixels = (of: Uint8Array) => sharp(of).raw().toBuffer();

const types = {
  'a JPEG': [(image: Sharp) => image.jpeg(), plainJpeg],
  'a progressive JPEG': [(image: Sharp) => image.jpeg({ progressive: true }), plainJpeg],
  'a PNG': [(image: Sharp) => image.png(), plainPng],
  'a WebP': [(image: Sharp) => image.webp(), plainWebp],
} as const;

describe.each(Object.entries(types))('%s on its way to the cloud', (name, [encode, plain]) => {
  it('loses its notes, and keeps its pixels, its colours and how it is turned', async () => {
    const before = bytesOf(await noted(encode));
    expect(Buffer.from(before).includes(secret)).toBe(true);
    const after = Buffer.concat(plain(before) ?? []);
    expect(after.includes(secret)).toBe(false);
    const seen = await sharp(after).metadata();
    expect(seen).toMatchObject({ width: 90, height: 60, hasProfile: true });
    expect(seen.xmp).toBeUndefined();
    if (plain === plainJpeg) expect(seen.orientation).toBe(6);
    expect((await pixels(after)).equals(await pixels(before))).toBe(true);
  });

  it('is sent as it is where it breaks off', async () => {
    const whole = bytesOf(await noted(encode));
    for (const part of [0.1, 0.5, 0.97]) expect(plain(whole.slice(0, Math.floor(whole.length * part)))).toBeUndefined();
    expect(plain(bytesOf(Buffer.from(`${name} in name alone`)))).toBeUndefined();
  });

  it('loses what stands behind its end', async () => {
    const hidden = Buffer.concat([await noted(encode, 1), Buffer.from(`hidden ${secret}`)]);
    const after = Buffer.concat(plain(bytesOf(hidden)) ?? []);
    expect(after.includes('hidden')).toBe(false);
    expect(await sharp(after).metadata()).toMatchObject({ width: 90 });
  });
});

it('a file has its place in the bucket where the browser has no room left to remember it', () => {
  const full = new DOMException('no room', 'QuotaExceededError');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw full;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const grant = { bucket: 'site-1250000000', region: 'ap-guangzhou', prefix: 'upload/', secretId: '', secretKey: '' };
  expect(takeSlot(grant, new File(['film'], 'a.mp4'), 'mp4').key).toMatch(/^upload\/[\d/]+\/[0-9a-f]{32}\.mp4$/);
});

describe('what goes to a bucket', () => {
  const put = { Bucket: 'site-1250000000', Region: 'ap-guangzhou', Key: 'upload/a.mp4', Body: new Blob(['x']) };

  it.each([
    ['without a bucket', { Bucket: '' }, 'upload.cloud.bucketRequired'],
    ['with a bucket in capitals', { Bucket: 'Site-1250000000' }, 'upload.cloud.bucketForm'],
    ['without a region', { Region: '' }, 'upload.cloud.regionRequired'],
    ['with a region of other signs', { Region: 'ap_Guangzhou' }, 'upload.cloud.regionForm'],
    ['without a key', { Key: '' }, 'upload.cloud.keyRequired'],
    ['with a key of slashes alone', { Key: '//' }, 'upload.cloud.keyRequired'],
    ['with a body that is no file and no text', { Body: { size: 1 } }, 'upload.cloud.bodyForm'],
  ])('is refused %s, by a message', (_how, wrong, message) => {
    expect(() => checkPut({ ...put, ...wrong })).toThrow(message);
  });

  it('may be a text or a file, and its key loses a slash at the beginning', () => {
    expect(checkPut({ ...put, Key: '/upload/a.mp4' }).Key).toBe('upload/a.mp4');
    expect(checkPut({ ...put, Body: 'text' }).Body).toBe('text');
  });
});
