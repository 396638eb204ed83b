import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Response } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { ini } from '../../contract/calls/auth.ts';
import { getCos, mediaRegister } from '../../contract/calls/cloud.ts';
import { sysConfig } from '../../contract/calls/config.ts';
import { beginAt, enter, useBrowser } from '../support/browser.ts';
import { letGo, sizeOf } from '../support/cloud/cos.ts';
import { noBucket, useCloud } from '../support/cloud/line.ts';
import { seeds } from '../support/seeds.ts';
import { useServer } from '../support/server.ts';

const cloud = useCloud();
const server = useServer({ withConsole: true, cloud });
const browser = useBrowser({
  more: () => [`--host-resolver-rules=MAP ${cloud.host} 127.0.0.1:${cloud.port}, MAP intranet.test 127.0.0.1`],
});
const megabyte = 2 ** 20;
const slice = 4 * megabyte;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rtop-cloud-'));
  await server.data('base.Config/saveConfig', cloud.items);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
// With the bucket that is set by then.
const stayed = browser.stay(
  async (page) => {
    page.on('dialog', (dialog) => dialog.accept());
    await enter(page, server);
  },
  { ignoreHTTPSErrors: true },
);

/** A film of so many megabytes, each another, which takes little of the disk; and the hash of each slice. */
async function film(name: string, megabytes: number): Promise<{ path: string; slices: string[] }> {
  const path = join(folder, name);
  const file = await open(path, 'w+');
  const slices: string[] = [];
  try {
    await file.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 0, 'latin1');
    for (let at = 1; at < megabytes; at++) await file.write(`megabyte ${at} of ${name}`, at * megabyte, 'latin1');
    await file.truncate(megabytes * megabyte);
    const bytes = Buffer.alloc(slice);
    for (let at = 0; at < megabytes * megabyte; at += slice) {
      const { bytesRead } = await file.read(bytes, 0, slice, at);
      slices.push(createHash('md5').update(bytes.subarray(0, bytesRead)).digest('hex'));
    }
  } finally {
    await file.close();
  }
  return { path, slices };
}

beforeEach(() => {
  for (const one of [cloud.objects, cloud.uploads, cloud.failing]) one.clear();
  cloud.answered.length = 0;
});

async function opened(path = '/content/video/create'): Promise<Page> {
  await beginAt(stayed.page, path);
  return stayed.page;
}
/** As `opened`, on a page that is loaded for it: it has read neither credentials nor limits yet. */
async function loaded(): Promise<Page> {
  const page = await opened('/home');
  await page.goto(`${server.url}/rTopAdmin/content/video/create`);
  return page;
}
async function choose(page: Page, path: string): Promise<void> {
  await page.getByRole('tab', { name: '视频', exact: true }).click();
  await page.locator('input[type=file][aria-label="上传文件: 视频地址"]').setInputFiles(path);
}
const address = (page: Page) => page.getByRole('textbox', { name: '视频地址' }).inputValue();
const keptForLater = (page: Page) => page.evaluate(() => localStorage.getItem('rtop.cloudUploads'));
const answered = (what: RegExp) => cloud.answered.filter((line) => what.test(line));

test('a film of many slices goes into the bucket: one that fails twice is tried again, and after a reload half way it goes on', async () => {
  const size = seeds(40);
  const { path, slices } = await film('film.mp4', size);
  const half = slices.length / 2;
  cloud.failing.set(3, 2);
  cloud.heldFrom = half + 1;
  const page = await opened();
  const replies: string[] = [];
  const keep = async (reply: Response) => {
    if (reply.url().includes('/api/')) replies.push(await reply.text().catch(() => ''));
  };
  page.on('response', keep);
  onTestFinished(() => void page.off('response', keep));
  await choose(page, path);
  await expect.poll(() => [...cloud.uploads.values()][0]?.parts.size).toBe(half);
  const progress = page.getByRole('progressbar', { name: 'film.mp4 的上传进度' });
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(50);
  await page.reload();
  letGo(cloud);
  await page.getByRole('tab', { name: '视频', exact: true }).click();
  await page.getByText('film.mp4 没有上传完。再选择一次，会从断开的地方继续。').waitFor();
  await choose(page, path);
  await page.getByText('film.mp4 没有上传完').waitFor({ state: 'detached' });
  await expect.poll(() => cloud.objects.size).toBe(1);
  const [[key, object]] = [...cloud.objects] as [[string, NonNullable<ReturnType<typeof cloud.objects.get>>]];
  expect(object.type).toBe('video/mp4');
  expect(sizeOf(object)).toBe(size * megabyte);
  expect(object.pieces.map(({ md5 }) => md5)).toEqual(slices);
  const url = `https://${cloud.host}/${key}`;
  await expect.poll(() => address(page)).toBe(url);

  expect(answered(/^POST .*\?uploads 200/)).toHaveLength(1);
  expect(answered(/partNumber=3&.* 500/)).toHaveLength(2);
  for (let n = 1; n <= half; n++)
    expect(answered(new RegExp(`^PUT .*partNumber=${n}&.* 200`)), `slice ${n}`).toHaveLength(1);
  const { data } = await server.data<{ data: object[] }>('base.Media/list', { searchKey: 'film.mp4' });
  expect(data).toMatchObject([{ name: 'film.mp4', url, size: size * megabyte, kind: 'video', storage: 'cos' }]);
  expect(await keptForLater(page)).toBeNull();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const text of [...replies, stored, await page.content()]) expect(text).not.toContain(cloud.account.secretKey);
  expect(replies.join()).toContain('XCosSecurityToken');
});

test('an upload is held, goes on where it was, and leaves nothing in the bucket where it is cancelled', async () => {
  const { path } = await film('held.mp4', 24);
  cloud.heldFrom = 4;
  const page = await opened();
  const button = (name: string) => page.getByRole('button', { name: `${name} held.mp4` });
  await choose(page, path);
  await expect.poll(() => [...cloud.uploads.values()][0]?.parts.size).toBe(3);
  await button('暂停').click();
  await page.getByText('已暂停').waitFor();
  await expect.poll(() => answered(/^PUT .* hung up/)).not.toEqual([]);
  letGo(cloud);
  await button('继续').click();
  await expect.poll(() => address(page)).toMatch(/^https:.*mp4$/);
  expect(answered(/^POST .*\?uploads 200/)).toHaveLength(1);
  for (let n = 1; n <= 6; n++)
    expect(answered(new RegExp(`^PUT .*partNumber=${n}&.* 200`)), `slice ${n}`).toHaveLength(1);

  cloud.heldFrom = 3;
  await choose(page, (await film('cancelled.mp4', 24)).path);
  await expect.poll(() => [...cloud.uploads.values()][0]?.parts.size).toBe(2);
  await page.getByRole('button', { name: '取消上传 cancelled.mp4' }).click();
  await expect.poll(() => cloud.uploads.size).toBe(0);
  letGo(cloud);
  expect(cloud.objects.size).toBe(1);
  await expect.poll(() => keptForLater(page)).toBeNull();
});

test('credentials are asked for anew before they end', async () => {
  const { path } = await film('renewed.mp4', 12);
  const page = await loaded();
  let asked = 0;
  await page.route(`**/api/${getCos.path}`, async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    // The first ones are good for a minute alone.
    if (++asked === 1) body.data.ExpiredTime = Math.floor(Date.now() / 1000) + 60;
    await route.fulfill({ response: reply, json: body });
  });
  await choose(page, path);
  await expect.poll(() => address(page)).toMatch(/^https:.*mp4$/);
  expect(asked).toBe(2);
  expect(cloud.keys.size).toBeGreaterThan(1);
});

test('a photo goes without where it was taken, and stays turned as it was', async () => {
  const path = join(folder, 'photo.jpg');
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' };
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#6a8' } })
    .withExif({ IFD0: { Copyright: 'of-the-camera' }, IFD3: place })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(path);
  const page = await opened('/content/article/create');
  await page.locator('input[type=file][aria-label="上传图片: 封面图"]').setInputFiles(path);
  await expect.poll(() => cloud.objects.size).toBe(1);
  const bytes = [...cloud.objects.values()][0]?.pieces[0]?.beginning ?? Buffer.alloc(0);
  expect(bytes.includes('of-the-camera')).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 40, orientation: 6 });
  await expect
    .poll(async () => (await server.data<{ data: object[] }>('base.Media/list', { searchKey: 'photo.jpg' })).data)
    .toMatchObject([{ kind: 'image', mime: 'image/jpeg', width: 40, height: 60 }]);
});

test('what the configuration does not take is refused before it is sent', async () => {
  const page = await loaded();
  onTestFinished(async () => void (await server.data('base.Config/saveConfig', { upload_max_size: '512' })));
  await server.data('base.Config/saveConfig', {
    upload_max_size: '8',
    upload_file_type: 'zip',
    upload_video_type: 'mp4',
  });
  await choose(page, (await film('large.mp4', 9)).path);
  await page.getByText('文件超过了系统配置允许的大小', { exact: true }).waitFor();
  const path = join(folder, 'named.mp4');
  await writeFile(path, '%PDF-1.4\n%%EOF');
  await choose(page, path);
  await page.getByText('系统配置不允许上传这种文件', { exact: true }).waitFor();
  const script = join(folder, 'script.mp4');
  await writeFile(script, '<script>steal()</script>');
  await choose(page, script);
  await page.getByText('无法识别这个文件的类型，不能上传', { exact: true }).waitFor();
  // A picture of the test before may still be asked for.
  expect(answered(/^(?!GET ).* \/upload/)).toEqual([]);
});

test('what was there and not yet recorded when the page was reloaded is recorded without being sent again', async () => {
  const { path } = await film('there.mp4', 9);
  const page = await loaded();
  let isLost = true; // and no reply
  await page.route(`**/api/${mediaRegister.path}`, (route) => (isLost ? undefined : route.continue()));
  await choose(page, path);
  await expect.poll(() => cloud.objects.size).toBe(1);
  await expect.poll(() => keptForLater(page)).toContain('isThere');
  await page.goto('about:blank'); // an end of the route alone would let the held request through
  isLost = false;
  await page.goBack();
  await choose(page, path);
  await expect.poll(() => address(page)).toMatch(/^https:.*mp4$/);
  expect(answered(/^PUT .* 200/)).toHaveLength(3);
});

test('on a page without TLS files go into the bucket too, and forms are saved', async () => {
  const { path } = await film('plain.mp4', 9);
  const { id } = await server.data('base.base/addColumn', { title: '影片', model: 'video' });
  const page = await browser.open({ ignoreHTTPSErrors: true }, /Cross-Origin-Opener-Policy/);
  const url = server.url.replace('127.0.0.1', 'intranet.test');
  await enter(page, { url, token: server.token }, '/content/video/create');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole('textbox', { name: '标题' }).first().fill('开园');
  await page.getByRole('combobox', { name: '栏目' }).click();
  await page.getByRole('option', { name: '影片' }).click();
  await choose(page, path);
  await expect.poll(() => address(page)).toMatch(/^https:.*mp4$/);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('保存成功').waitFor();
  const { data } = await server.data<{ data: object[] }>('base.content/getContentList', { model: 'video', id });
  expect(data).toMatchObject([{ title: '开园', video_url: expect.stringContaining(cloud.host) }]);
});

test('where a bucket was set after the page was opened, it says that the page is to be reloaded', async () => {
  const { path } = await film('late.mp4', 2);
  await server.data('base.Config/saveConfig', noBucket);
  const page = await loaded();
  stayed.expected = /Content Security Policy/;
  await page.getByRole('tab', { name: '视频', exact: true }).waitFor();
  await server.data('base.Config/saveConfig', cloud.items);
  await choose(page, path);
  await page.getByText('此页打开后云存储才设置好，请刷新页面再上传').first().waitFor();
  await page.reload();
  await choose(page, path);
  await expect.poll(() => address(page)).toMatch(/^https:.*mp4$/);
});

/** The console with a back end that speaks no more than the specification, and hands out these keys. */
async function openedAtOther(SecretKey: string): Promise<Page> {
  const page = await opened('/home');
  const answer = ({ path }: Call, data: unknown) =>
    page.route(`**/api/${path}`, (route) => route.fulfill({ json: { code: 1, msg: '', data } }));
  await answer(ini, { web_title: '老后台' });
  await answer(getCos, { SecretId: cloud.account.secretId, SecretKey });
  const item = (en_name: string, value: string) => ({ id: 1, en_name, zh_name: en_name, value, type: 'text' });
  await answer(sysConfig, [item('cos_bucket', cloud.bucket), item('cos_region', cloud.region)]);
  await page.reload();
  await page.goto(`${server.url}/rTopAdmin/content/video/create`);
  return page;
}

// The last tests of the file: the page keeps what it has learned of another back end.
test('a back end that hands out its keys alone gets its files into the bucket too, by their address', async () => {
  const { path } = await film('raw.mp4', 9);
  const page = await openedAtOther(cloud.account.secretKey);
  await choose(page, path);
  await expect
    .poll(() => address(page))
    .toMatch(new RegExp(`^https://${cloud.host}/upload/[0-9/]+/[0-9a-f]{32}\\.mp4$`));
  const [key] = [...cloud.objects.keys()];
  expect(await address(page)).toBe(`https://${cloud.host}/${key}`);
  const { total } = await server.data<{ total: number }>('base.Media/list', { searchKey: 'raw.mp4' });
  expect(total).toBe(0);
});

test('a signature that the bucket does not believe is told as what it is, and nothing is there', async () => {
  const page = await openedAtOther('not-the-key');
  await choose(page, (await film('unsigned.mp4', 9)).path);
  await page.getByText('云存储拒绝了上传，请检查云存储账号的权限', { exact: true }).waitFor();
  expect(answered(/ 403$/).length).toBeGreaterThan(0);
  expect([cloud.objects.size, cloud.uploads.size]).toEqual([0, 0]);
});
