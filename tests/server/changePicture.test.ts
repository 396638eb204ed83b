import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describeTestedDatabases, type Refused } from '../support/server.ts';
import { temporaryFilesOf, type Uploaded, upload } from '../support/uploads.ts';

/** Red at the left, blue at the right; 60 by 40 pixels. */
const halves = (format: 'png' | 'jpg' | 'webp' | 'avif', shade: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: 255, g: shade, b: 0 } } })
    .composite([
      {
        input: { create: { width: 30, height: 40, channels: 3, background: { r: 0, g: shade, b: 255 } } },
        left: 30,
        top: 0,
      },
    ])
    .toFormat(format === 'jpg' ? 'jpeg' : format)
    .toBuffer();

describeTestedDatabases('A changed picture', (server) => {
  let shade = 0;
  const make = async (format: 'png' | 'jpg' | 'webp' | 'avif' = 'png') =>
    upload(server, 'base.upload/fileUpload', await halves(format, shade++), `茶园.${format}`);
  const change = (params: Record<string, number>, options = {}) =>
    server.call<Uploaded & Refused & { alt: string }>('base.Media/change', params, options);
  const colours = async ({ url }: Uploaded) => {
    const { data, info } = await sharp(join(server.settings.dataDir, url))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => ((data[(y * info.width + x) * info.channels] ?? 0) > 127 ? 'red' : 'blue');
    return [at(1, 1), at(info.width - 2, 1), at(1, info.height - 2), at(info.width - 2, info.height - 2)];
  };

  test('is turned, then cropped, then scaled into a new file with the texts of the old one, which stays', async () => {
    const made = await make();
    await server.data('base.Media/edit', { id: made.id, alt: '茶园', credit: '李' });
    const turned = (await change({ id: made.id, turn: 90 })).body.data;
    expect(turned).toMatchObject({
      width: 40,
      height: 60,
      name: '茶园-40x60.png',
      alt: '茶园',
      existed: 0,
      mime: 'image/png',
    });
    expect(await colours(turned)).toEqual(['red', 'red', 'blue', 'blue']);
    const cropped = (await change({ id: made.id, turn: 180, left: 0, top: 10, width: 20, height: 30 })).body.data;
    expect(cropped).toMatchObject({ width: 20, height: 30 });
    expect(await colours(cropped)).toEqual(['blue', 'blue', 'blue', 'blue']);
    const scaled = (await change({ id: made.id, to_width: 30 })).body.data;
    expect(scaled).toMatchObject({ width: 30, height: 20, name: '茶园-30x20.png' });
    expect(await colours(made)).toEqual(['red', 'blue', 'red', 'blue']);
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test.each(['jpg', 'webp', 'avif'] as const)('stays a %s', async (format) => {
    const { id } = await make(format);
    const { data } = (await change({ id, turn: 270, width: 30 })).body;
    expect(data).toMatchObject({ width: 30, height: 60, mime: format === 'jpg' ? 'image/jpeg' : `image/${format}` });
  });

  test('is refused where nothing would change, beyond the edge, and for what is no still picture', async () => {
    const { id } = await make();
    const same: Record<string, number>[] = [{}, { to_width: 60 }, { width: 60, height: 40 }];
    for (const params of same)
      expect((await change({ id, ...params })).body.data.errors, JSON.stringify(params)).toHaveProperty('to_width');
    expect((await change({ id, left: 50, width: 20 })).body.data.errors).toHaveProperty('width');
    expect((await change({ id, top: 40, width: 20 })).body.data.errors).toHaveProperty('height');
    expect((await change({ id, turn: 45 })).body.data.errors).toHaveProperty('turn');
    expect((await change({ id: 2_000_000_000, turn: 90 })).body.code).toBe(404);
    const pdf = await upload(server, 'base.upload/documentUpload', Buffer.from('%PDF-1.4\n%%EOF'), 'a.pdf');
    expect((await change({ id: pdf.id, turn: 90 })).body.data.errors).toHaveProperty('id');
    const frames = [1, 2].map((n) => ({
      create: { width: 20, height: 10, channels: 3 as const, background: { r: 90 * n, g: 0, b: 0 } },
    }));
    const stills = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
    const moving = await sharp(stills, { join: { animated: true } })
      .gif({ delay: [90, 90] })
      .toBuffer();
    const { id: gif } = await upload(server, 'base.upload/fileUpload', moving, 'a.gif');
    expect((await change({ id: gif, turn: 90 })).body.msg).toBe('动画不能裁切');
    expect(temporaryFilesOf(server)).toEqual([]);
  });

  test('takes the rights to upload pictures and to see the library', async () => {
    const { id } = await make();
    const tokenOf = async (...rules: string[]) => (await server.makeAdmin(await server.makeRole(rules))).token;
    expect((await change({ id, turn: 90 }, { token: await tokenOf('base.Media/list') })).status).toBe(403);
    expect((await change({ id, turn: 90 }, { token: await tokenOf('base.upload/fileUpload') })).status).toBe(403);
    const both = await tokenOf('base.upload/fileUpload', 'base.Media/list');
    expect((await change({ id, turn: 90 }, { token: both })).body.code).toBe(1);
  });
});
