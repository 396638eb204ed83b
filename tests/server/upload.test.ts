import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describeEachDatabase } from '../support/server.ts';
import { upload } from '../support/uploads.ts';

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#48a' } }).jpeg();

describeEachDatabase('an upload', (server) => {
  test('is kept under a name of the server’s own, with WebP thumbnails at two widths', async () => {
    const sent = await photo(1600, 1200).toBuffer();
    const made = await upload(server, 'base.upload/fileUpload', sent, '海边 日出.JPG');
    expect(made).toMatchObject({ name: '海边 日出.JPG', kind: 'image', mime: 'image/jpeg', width: 1600, height: 1200 });
    expect(made.url).toMatch(/^\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{28}\.jpg$/);
    expect(made.thumbs.map(({ width, height }) => [width, height])).toEqual([
      [320, 240],
      [1280, 960],
    ]);
    for (const { url, width } of made.thumbs)
      expect(await sharp(server.settings.dataDir + url).metadata()).toMatchObject({ format: 'webp', width });
  });
});
