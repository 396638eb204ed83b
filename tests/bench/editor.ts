import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { chromiumPath } from '../support/chromium.ts';
import { clientOf } from '../support/server.ts';
import { folder, password, root, startServer } from './servers.ts';
import { flags } from './visit.ts';

const rounds = 9;
const keys = 40;
/** In milliseconds: longer than a key takes, shorter than a pause in which the console stores what is typed. */
const betweenKeys = 150;
/** In milliseconds: what was shown before is painted, and its memory collected. */
const settled = 1000;
/** A frame comes when there is something to show: waiting for the next one would make both alike. */
const unlimitedFrames = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

interface Measured {
  /** From the click to the end of the frame that shows the end of the text. */
  openMs: number;
  /** From a key to the end of the frame that shows it. */
  keyMs: number;
}

/** Our editor with a body of 200 kB beside TipTap's minimal one, in turns. */
export async function benchEditor(): Promise<void> {
  const dataDir = folder('data');
  const ours = await startServer(dataDir, { env: { ADMIN_PASSWORD: password, SAMPLE_SITE: '0' } });
  const minimal = await startServer(dataDir, { dist: await buildMinimal() });
  const token = await clientOf(ours.url).signIn('admin', password);
  const client = clientOf(ours.url, token);
  const { id: col_id } = await client.data('base.base/addColumn', { title: 'Texts', model: 'article' });
  const content = mixedBody(200_000);
  const { id } = await client.data('base.content/addArticle', { col_id, title: 'Long', content });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...flags, ...unlimitedFrames] });
  const measured: [Measured, Measured][] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${minimal.url}/rTopAdmin/`);
      await page.evaluate((body) => localStorage.setItem('body', body), content);
      const theirs = await measure(page, 'button');
      await page.goto(`${ours.url}/healthz`);
      await page.evaluate((kept) => localStorage.setItem('rtop.token', kept), token);
      await page.goto(`${ours.url}/rTopAdmin/content/article/${id}?tab=content`);
      // From the source to the text: the editor is made anew, and nothing else.
      await page.getByRole('button', { name: 'HTML 源码' }).click();
      measured.push([theirs, await measure(page, 'button[aria-label^="返回编辑器"]')]);
      await page.close({ runBeforeUnload: false });
    }
  } finally {
    await browser.close();
  }
  console.log(
    `\nA body of ${Math.round(content.length / 1000)} kB; medians of ${rounds} times and of ${keys} keys each\n`,
  );
  console.log(row('', 'TipTap', 'ours', 'ratio'));
  for (const [name, what] of [
    ['open, ms', 'openMs'],
    ['a key, ms', 'keyMs'],
  ] as const) {
    const [theirs, own] = [median(measured.map(([one]) => one[what])), median(measured.map(([, one]) => one[what]))];
    console.log(row(name, theirs.toFixed(1), own.toFixed(1), (own / theirs).toFixed(2)));
  }
}

async function measure(page: Page, opener: string): Promise<Measured> {
  await page.locator(opener).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(settled);
  const openMs = await page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - begun);
        const look = () => {
          const end = document.querySelector('.ProseMirror')?.textContent?.endsWith('The end.');
          if (!end) requestAnimationFrame(look);
          // A message comes when the frame is done, before what the next one begins with.
          else port2.postMessage(0);
        };
        document.querySelector<HTMLElement>(selector)?.click();
        look();
      }),
    opener,
  );
  await page.locator('.ProseMirror p').nth(3).click();
  await page.evaluate(watchKeys);
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press('a');
    await page.waitForTimeout(betweenKeys);
  }
  return { openMs, keyMs: median(await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)) };
}

/** Runs in the page: takes the time from each key to the end of the frame that shows it. */
function watchKeys(): void {
  const keyTimes: number[] = [];
  Object.assign(window, { keyTimes });
  const { port1, port2 } = new MessageChannel();
  let begun = 0;
  port1.onmessage = () => keyTimes.push(performance.now() - begun);
  const watch = () => {
    begun = performance.now();
    requestAnimationFrame(() => port2.postMessage(0));
  };
  window.addEventListener('keydown', watch, true);
}

/** Headings, paragraphs with formats, lists, tables and pictures, as articles have them. */
function mixedBody(length: number): string {
  const sentence = '柴窑点火之后要守三天三夜，火候全凭经验。';
  const parts: string[] = [];
  let size = 0;
  for (let n = 0; size < length; n++) {
    const part = [
      `<h2>第 ${n} 节</h2>`,
      `<p>${sentence.repeat(4)}<strong>${sentence}</strong><em>${sentence}</em><a href="https://example.com/${n}">${sentence}</a></p>`,
      `<ul>${`<li><p>${sentence}</p></li>`.repeat(4)}</ul>`,
      `<p style="text-align: center"><span style="color: #b3261e">${sentence}</span></p>`,
      `<table><tbody>${`<tr>${'<td><p>窑温</p></td><td><p>1280 度</p></td><td><p>松柴</p></td>'}</tr>`.repeat(3)}</tbody></table>`,
      `<p>${sentence.repeat(6)}</p>`,
    ].join('');
    parts.push(part);
    size += part.length;
  }
  return `${parts.join('')}<p>The end.</p>`;
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
const row = (name: string, ...cells: string[]) => name.padEnd(20) + cells.map((cell) => cell.padStart(9)).join('');

async function buildMinimal(): Promise<string> {
  process.env.NODE_ENV = 'production';
  const outDir = folder('minimalEditor');
  await build({
    configFile: false,
    base: '/rTopAdmin/',
    root: join(root, 'tests/bench/minimalEditor'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}
