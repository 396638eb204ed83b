import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, useBrowser } from '../support/browser.ts';
import { letGo, sizeOf } from '../support/cloud/cos.ts';
import { useCloud } from '../support/cloud/line.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ withConsole: true });
const cloud = useCloud();
const browser = useBrowser(() => [`--host-resolver-rules=MAP ${cloud.host} 127.0.0.1:${cloud.port}`]);

const megabyte = 2 ** 20;
const slice = 4 * megabyte;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rtop-cloud-'));
  await server.data('base.Config/saveConfig', cloud.items);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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

async function visit(): Promise<Page> {
  const page = await browser.open({ ignoreHTTPSErrors: true });
  page.on('dialog', (dialog) => dialog.accept());
  await enter(page, server, '/content/video/create');
  return page;
}
async function choose(page: Page, path: string): Promise<void> {
  await page.getByRole('tab', { name: '视频', exact: true }).click();
  await page.locator('input[type=file][aria-label="上传文件: 视频地址"]').setInputFiles(path);
}
const answered = (what: RegExp) => cloud.answered.filter((line) => what.test(line));

test('a film of 200 MB goes into the bucket in slices: one that fails twice is tried again, and after a reload half way it goes on', async () => {
  const { path, slices } = await film('film.mp4', 200);
  expect(slices).toHaveLength(50);
  cloud.failing.set(3, 2);
  cloud.heldFrom = 26;
  const page = await visit();
  await choose(page, path);
  await expect.poll(() => [...cloud.uploads.values()][0]?.parts.size).toBe(25);
  const progress = page.getByRole('progressbar', { name: 'film.mp4 的上传进度' });
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(50);
  await page.reload();
  letGo(cloud);
  await choose(page, path);
  await expect.poll(() => cloud.objects.size, { timeout: 30_000 }).toBe(1);
  const [[key, object]] = [...cloud.objects] as [[string, NonNullable<ReturnType<typeof cloud.objects.get>>]];
  expect(object.type).toBe('video/mp4');
  expect(sizeOf(object)).toBe(200 * megabyte);
  expect(object.pieces.map(({ md5 }) => md5)).toEqual(slices);
  const url = `https://${cloud.host}/${key}`;
  await expect.poll(() => page.getByRole('textbox', { name: '视频地址' }).inputValue()).toBe(url);

  expect(answered(/^POST .*\?uploads 200/)).toHaveLength(1);
  expect(answered(/partNumber=3&.* 500/)).toHaveLength(2);
  for (let n = 1; n <= 25; n++)
    expect(answered(new RegExp(`^PUT .*partNumber=${n}&.* 200`)), `slice ${n}`).toHaveLength(1);
  const { data } = await server.data<{ data: object[] }>('base.Media/list', { searchKey: 'film.mp4' });
  expect(data).toMatchObject([{ name: 'film.mp4', url, size: 200 * megabyte, kind: 'video', storage: 'cos' }]);
});
