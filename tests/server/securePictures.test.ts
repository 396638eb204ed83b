import sharp, { type Metadata } from 'sharp';
import { describe, expect, test } from 'vitest';
import { CallError } from '../../server/core/errors.ts';
import { openFairQueue } from '../../server/core/fairQueue.ts';
import { message } from '../../server/core/messages.ts';
import { openSemaphore } from '../../server/core/semaphore.ts';
import {
  assertMemory,
  assertSize,
  inMegapixels,
  kindOf,
  maxArea,
  maxPixels,
  maxWidth,
  type PictureKind,
  pictureLimits,
} from '../../server/media/decoder/pictureLimits.ts';
import { pngOf } from '../support/badFiles.ts';
import { useServer } from '../support/server.ts';
import { replyWithin, send, temporaryFilesOf } from '../support/uploads.ts';

const image = 'base.upload/fileUpload';
const superRole = 1;

describe('the limits of pictures', () => {
  type Head = Partial<Metadata> & Pick<Metadata, 'format'>;
  const print = { format: 'jpeg', channels: 4 } as const;
  const passes = { format: 'jpeg', channels: 3, isProgressive: true } as const;
  const interlaced = { format: 'png', isProgressive: true } as const;
  const heads: Record<PictureKind, Head> = {
    JPEG: { format: 'jpeg', channels: 3 },
    'JPEG upside down': { format: 'jpeg', channels: 3, orientation: 3 },
    'JPEG on its side': { format: 'jpeg', channels: 3, orientation: 6 },
    'JPEG for print': print,
    'JPEG in passes': { ...passes, chromaSubsampling: '4:2:0' },
    'JPEG in passes, fine colours': { ...passes, chromaSubsampling: '4:4:4' },
    'JPEG in passes, for print': { ...print, isProgressive: true },
    PNG: { format: 'png' },
    'PNG with alpha': { format: 'png', hasAlpha: true },
    'PNG interlaced': interlaced,
    'PNG interlaced with alpha': { ...interlaced, hasAlpha: true },
    'PNG interlaced, 16 bits': { ...interlaced, depth: 'ushort' },
    'PNG interlaced with alpha, 16 bits': { ...interlaced, hasAlpha: true, depth: 'ushort' },
    WebP: { format: 'webp' },
    'WebP with alpha': { format: 'webp', hasAlpha: true },
    'WebP that moves': { format: 'webp', pages: 2 },
    'WebP with alpha that moves': { format: 'webp', hasAlpha: true, pages: 2 },
    AVIF: { format: 'heif' },
    'AVIF with alpha': { format: 'heif', hasAlpha: true },
    GIF: { format: 'gif' },
    'GIF that moves': { format: 'gif', pages: 2 },
  };
  const extensions: Record<string, string> = { jpeg: 'jpg', heif: 'avif' };

  test.each(Object.keys(pictureLimits) as PictureKind[])(
    'secure A10: %s is taken up to its limits and refused beyond',
    (kind) => {
      const head = heads[kind];
      const pages = head.pages ?? 1;
      const refusalOf = (width: number, height: number, more: Partial<Metadata> = {}) => {
        const found = { hasAlpha: false, ...head, ...more, width, height };
        try {
          expect(kindOf(found)).toBe(kind);
          assertSize(found);
          assertMemory(found, extensions[head.format] ?? head.format, pages > 1);
          return undefined;
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          return [error.key, error.values.most];
        }
      };
      const { side, frames, strips } = { strips: undefined, ...pictureLimits[kind] };
      expect(refusalOf(1, side)).toBe(undefined);
      expect(refusalOf(1, side + 1)).toEqual(['picture_long', side]);
      expect(refusalOf(side + 1, 1)).toEqual(['picture_long', side]);
      const square = Math.floor(Math.sqrt(maxArea(kind, pages)));
      expect(refusalOf(square, square)).toBe(undefined);
      const most = maxArea(kind, pages) === maxPixels / pages ? maxPixels : maxArea(kind, pages);
      const key = pages > 1 && most < maxPixels ? 'picture_frames_large' : 'picture_large';
      expect(refusalOf(square + 2, square + 2)).toEqual([key, inMegapixels(most)]);
      if (frames > 1) expect(refusalOf(1, 1, { pages: frames + 1 })).toEqual(['picture_frames', frames]);
      if (!strips) return;
      const width = maxWidth(kind, strips.lines);
      expect(refusalOf(width, strips.lines)).toBe(undefined);
      const refused = width === side ? 'picture_long' : 'picture_wide';
      expect(refusalOf(width + 1, strips.lines)).toEqual([refused, width]);
    },
  );
});

describe('the queue of pictures', () => {
  const server = useServer();

  test('secure A10: a pile of one administrator’s pictures lets another’s small one go first, and each is answered', async () => {
    replyWithin(140_000);
    const [first, second] = [await server.makeAdmin(superRole), await server.makeAdmin(superRole)];
    const slow = pngOf(4000, 4000, { palette: Buffer.from('aa1111', 'hex') });
    const answered: string[] = [];
    const sendAs = async (token: string, content: Buffer, name: string) => {
      const reply = await send({ url: server.url, token }, image, content, 'a.png');
      answered.push(name);
      return reply;
    };
    const pile = Array.from({ length: 15 }, (_, n) =>
      sendAs(first.token, Buffer.concat([slow, Buffer.from([n])]), 'pile'),
    );
    await expect
      .poll(() => temporaryFilesOf(server).some((path) => /main\.png$/.test(path)), { interval: 5 })
      .toBe(true);
    const other = await sendAs(second.token, pngOf(3, 3), 'other');
    expect([other.status, other.body.code]).toEqual([200, 1]);
    expect((await Promise.all(pile)).map(({ body }) => body.code)).toEqual(Array(15).fill(1));
    // The first of the pile was under way.
    expect(answered.indexOf('other')).toBeLessThan(4);
  });

  test('secure A10: a picture that is not done in the call’s time is answered, not cut off', async () => {
    const slow = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#a11' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const sendNth = (n: number) => send(server, image, Buffer.concat([slow, Buffer.from([n])]), 'a.jpg');
    const started = performance.now();
    expect((await sendNth(0)).body.code).toBe(1);
    // Two of the fifteen are done in time, however busy the machine is; a fifth of it, which is most of a second, is left to answer in.
    replyWithin(Math.max(4000, 2.5 * (performance.now() - started)));
    const replies = await Promise.all(Array.from({ length: 15 }, (_, n) => sendNth(n + 1)));
    const late = replies.filter(({ body }) => body.code !== 1);
    expect(late.length).toBeGreaterThan(0);
    for (const { status, body } of late) expect([status, body.msg]).toEqual([503, message('zh', 'overloaded')]);
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('secure A10: owners take turns, whoever has gone waits no longer, and too many are refused', async () => {
    const { run, whenIdle } = openFairQueue<number>(
      { maxPerOwner: 3, maxTotal: 4 },
      () => new CallError('pictures_many', { seconds: 5 }),
    );
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const done: string[] = [];
    const gone = new AbortController();
    const task = (name: string) => async () => {
      await gate;
      done.push(name);
    };
    const first = run(1, task('a1'));
    const rest = [run(1, task('a2')), run(1, task('a3'), gone.signal), run(1, task('a4')), run(2, task('b1'))];
    await expect(run(1, task('a5'))).rejects.toMatchObject({ key: 'pictures_many', standing: { status: 429 } });
    await expect(run(3, task('c1'))).rejects.toMatchObject({ key: 'overloaded', standing: { status: 503 } });
    gone.abort(new Error('gone'));
    open();
    await first;
    expect((await Promise.allSettled(rest)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    await whenIdle();
    expect(done).toEqual(['a1', 'b1', 'a2', 'a4']);
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(run(1, throwing)).rejects.toThrow('at once');
    await run(1, task('after it'));
    expect(done.at(-1)).toBe('after it');
  });

  test('secure A10: two owners never hold all places at once, however many they ask for', () => {
    const acquire = openSemaphore({ maxPerOwner: 15, maxTotal: 40 }, () => new CallError('uploads_many'));
    const held = (owner: number) => {
      for (let n = 0; ; n++) {
        try {
          acquire(owner);
        } catch {
          return n;
        }
      }
    };
    expect([1, 2, 3, 4].map(held)).toEqual([15, 13, 6, 3]);
    const release = acquire(5);
    release();
    release();
    expect(held(5)).toBe(2);
  });

  test('secure A9: of several at once each is another owner’s', async () => {
    const { run } = openFairQueue<number>({ maxPerOwner: 9, maxTotal: 9, maxConcurrent: 2 });
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const begun: string[] = [];
    const tasks = (
      [
        [1, 'a1'],
        [1, 'a2'],
        [2, 'b1'],
        [3, 'c1'],
      ] as const
    ).map(([owner, name], at) =>
      run(owner, async () => {
        begun.push(name);
        await gates[at]?.promise;
      }),
    );
    expect(begun).toEqual(['a1', 'b1']);
    gates[2]?.resolve();
    await tasks[2];
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1']);
    gates[0]?.resolve();
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2']);
    for (const gate of gates) gate.resolve();
    await Promise.all(tasks);
  });
});
