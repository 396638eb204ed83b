import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openDecoder, usualLimits } from '../../server/media/decoder.ts';
import { childrenOf } from '../support/memory.ts';
import { pictureFile } from '../support/pictures.ts';
import { useProgram } from '../support/program.ts';
import { seeds } from '../support/seeds.ts';
import { clientOf, useServer } from '../support/server.ts';
import { filePart, formOf, replyWithin, send, sendRaw, temporaryFilesOf, upload } from '../support/uploads.ts';
import { otherWorstPictures, worstPictures } from '../support/worstPictures.ts';

const image = 'base.upload/fileUpload';
/** One picture serves all these uploads, because no record is made of it. */
const large = sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#a11' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();
const small = async (hue: number) => (await pictureFile('a.png', hue, 40, 20)).buffer;

const isDecoder = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decoder/main.ts');
  } catch {
    return false; // it has ended
  }
};
const decodersOf = (pid: number) => childrenOf(pid).filter(isDecoder);
const begun = async (pid: number) => {
  await expect.poll(() => decodersOf(pid), { interval: 5 }).toHaveLength(1);
  return decodersOf(pid)[0] as number;
};

describe('the process that pictures are decoded in', () => {
  const program = useProgram();
  const password = 'long enough for this';

  async function started() {
    const { dataDir } = await program.storage('sqlite', 'tables');
    const running = await program.start({
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      SECRET_KEY: '0123456789'.repeat(4),
    });
    await running.listening;
    const token = await clientOf(running.url).signIn('admin', password);
    const pid = running.process.pid as number;
    return { running, pid, server: { url: running.url, token, settings: { dataDir } } };
  }

  let shared: ReturnType<typeof started> | undefined;
  /** A program that keeps running, for tests whose picture need not be its first. */
  const usual = () => {
    shared ??= started();
    return shared;
  };
  const soon = { interval: 5 };
  /** Resolves while the large picture is being decoded. */
  const working = (server: Parameters<typeof temporaryFilesOf>[0]) =>
    expect.poll(() => temporaryFilesOf(server).some((path) => path.includes('strip')), soon).toBe(true);

  test('starts with the first picture, and knows nothing of the server’s settings', async () => {
    const { pid, server } = await started();
    expect(decodersOf(pid)).toEqual([]);
    await upload(server, image, await small(1), 'a.png');
    const environment = readFileSync(`/proc/${await begun(pid)}/environ`, 'utf8');
    for (const secret of ['SECRET_KEY', 'ADMIN_PASSWORD', 'DATA_DIR', password])
      expect(environment).not.toContain(secret);
  });

  test('when it dies, that picture is refused with a sentence of its own, and the next one is taken', async () => {
    const { pid, server } = await usual();
    const reply = send(server, image, await large, 'a.jpg');
    await working(server);
    process.kill(await begun(pid), 'SIGKILL');
    expect((await reply).body).toMatchObject({ code: 0, msg: '处理这张图片时出错，图片没有保存' });
    expect((await send(server, image, await small(2), 'a.png')).body.code).toBe(1);
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('an upload that is given up ends its work', async () => {
    const { pid, server } = await usual();
    const giveUp = new AbortController();
    const form = new FormData();
    form.append('file', new Blob([(await large) as BlobPart]), 'a.jpg');
    const headers = { authorization: server.token };
    const sent = fetch(`${server.url}/api/${image}`, { method: 'POST', headers, body: form, signal: giveUp.signal });
    sent.catch(() => {});
    await working(server);
    const worker = await begun(pid);
    giveUp.abort();
    await expect.poll(() => isDecoder(worker)).toBe(false);
    await expect.poll(() => temporaryFilesOf(server)).toEqual([]);
    await expect(sent).rejects.toThrow();
  });

  test('ends with the server, whether that is told to stop or killed', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { running, pid, server } = await started();
      await upload(server, image, await small(4), 'a.png');
      const worker = await begun(pid);
      running.process.kill(signal);
      expect((await running.ended).stderr).toBe('');
      await expect.poll(() => isDecoder(worker), { message: signal }).toBe(false);
    }
  });

  test('ends with a server that is killed while it works', async () => {
    const { running, pid, server } = await started();
    const form = formOf([[filePart('a.jpg'), await large]]);
    sendRaw(server, image, form).catch(() => {});
    const worker = await begun(pid);
    running.process.kill('SIGKILL');
    await expect.poll(() => isDecoder(worker)).toBe(false);
  });
});

describe('a picture that takes too much', () => {
  const slow = useServer({ decoding: { timeoutMs: 1, maxMemory: 1e9 } });
  const heavy = useServer({ decoding: { timeoutMs: 60_000, maxMemory: 1e6 } });

  test('of time is refused, and it is said so', async () => {
    const { body } = await send(slow, image, await large, 'a.jpg');
    expect(body).toMatchObject({ code: 0, msg: '处理这张图片需要的时间过长，请缩小后再上传' });
    expect(temporaryFilesOf(slow)).toEqual([]);
  });

  test('of memory is refused, and it is said so', async () => {
    const { body } = await send(heavy, image, await large, 'a.jpg');
    expect(body).toMatchObject({ code: 0, msg: '处理这张图片需要的内存过多，请缩小后再上传' });
    expect(temporaryFilesOf(heavy)).toEqual([]);
  });
});

describe('a picture that is just taken', () => {
  // The time limit is long, because how fast this machine is proves nothing.
  const server = useServer({ decoding: { ...usualLimits, timeoutMs: 140_000 } });

  const solid = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a14' } });

  test.each([
    ['a transparent WebP', 2048, 1536, solid(2048, 1536).ensureAlpha(0.5).webp({ effort: 0 })],
    ['a WebP of 12 megapixels', 4000, 3000, solid(4000, 3000).webp({ effort: 0 })],
    ['an AVIF', 2000, 2000, solid(2000, 2000).avif({ effort: 0 })],
  ])('day C7: %s of %i × %i is taken as it is', async (_name, width, height, made) => {
    replyWithin(145_000);
    const { body } = await send(server, image, await made.toBuffer(), 'a');
    expect(body.data).toMatchObject({ width, height });
  });

  test('day C7: an animated WebP of 720 × 405 and 60 frames is taken as it is', async () => {
    replyWithin(145_000);
    const [width, height, pages] = [720, 405, 60];
    const frames = Array.from({ length: pages }, (_, page) => Buffer.alloc(width * height * 4, page * 4));
    const raw = { width, height: height * pages, channels: 4, pageHeight: height } as const;
    const moving = await sharp(Buffer.concat(frames), { raw }).webp({ effort: 0 }).toBuffer();
    const { body } = await send(server, image, moving, 'a.webp');
    expect(body.data).toMatchObject({ width, height });
    expect(await sharp(await readFile(join(server.settings.dataDir, body.data.url))).metadata()).toMatchObject({
      pages,
    });
  });

  test.each(seeds(1) > 1 ? [...worstPictures, ...otherWorstPictures] : worstPictures)(
    '%s needs no more memory than a picture may',
    async (_name, made) => {
      replyWithin(145_000);
      const { body } = await send(server, image, await made(), 'a');
      expect([body.code, body.msg]).toEqual([1, '保存成功']);
    },
  );
});

/** Changes the orientation in the Exif of an upright JPEG (Exif 2.32, tag 0x0112). */
function orientated(upright: Buffer, orientation: number): Buffer {
  const entry = Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0, 1, 0]);
  const at = upright.indexOf(entry);
  if (at < 0) throw new Error('The picture has no orientation');
  const changed = Buffer.from(upright);
  changed[at + entry.length - 2] = orientation;
  return changed;
}

test('a large picture is turned as a small one is, whichever way it lies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rtop-turned-'));
  const decoder = openDecoder();
  try {
    const [width, height] = [3001, 2801];
    const halves = { input: { create: { width: 1500, height: 700, channels: 3 as const, background: '#e0e0e0' } } };
    const scene = sharp({ create: { width, height, channels: 3, background: '#205080' } }).composite([
      { ...halves, left: 0, top: 0 },
    ]);
    const upright = await scene.jpeg({ quality: 95 }).withMetadata({ orientation: 1 }).toBuffer();
    const [across, down] = [60, 56];
    const small = await sharp(upright).resize(across, down, { fit: 'fill' }).png().toBuffer();
    // 6 is only rotated, 2 is only mirrored, and 7 is both.
    const orientations = seeds(1) > 1 ? [1, 2, 3, 4, 5, 6, 7, 8] : [2, 6, 7];
    for (const orientation of orientations) {
      const path = join(folder, `${orientation}.jpg`);
      await writeFile(path, orientated(upright, orientation));
      const made = await decoder.run('make', [folder, path, 'jpg']);
      const turned = await sharp(small).withMetadata({ orientation }).png().toBuffer();
      const size = orientation > 4 ? ([down, across] as const) : ([across, down] as const);
      const [expected, got] = await Promise.all([
        sharp(turned).autoOrient().raw().toBuffer(),
        sharp(made.path)
          .resize(...size, { fit: 'fill' })
          .raw()
          .toBuffer(),
      ]);
      expect(got).toHaveLength(expected.length);
      expect(Math.max(...expected.map((value, at) => Math.abs(value - (got[at] ?? 0)))), `${orientation}`).toBeLessThan(
        12,
      );
      expect([made.width, made.height]).toEqual(orientation > 4 ? [height, width] : [width, height]);
      expect((await sharp(await readFile(made.path)).metadata()).orientation).toBeUndefined();
    }
  } finally {
    await decoder.close();
    await rm(folder, { recursive: true, force: true });
  }
});
