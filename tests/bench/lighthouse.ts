import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/port.ts';
import { folder, signIn } from './servers.ts';
import { flags } from './visit.ts';

const categories = ['accessibility', 'best-practices', 'performance'];

/** Lighthouse's scores and the layout shift of the pages that everyone sees, as a desktop and as a phone. */
export async function benchLighthouse(url: string): Promise<void> {
  const token = await signIn(url);
  console.log('\nLighthouse: accessibility, best practices, layout shift\n');
  const visits = [
    { path: '/Login', token: '' },
    { path: '/home', token },
    { path: '/content/article', token },
  ];
  for (const visit of visits) {
    const port = await freePort();
    const args = [...flags, `--remote-debugging-port=${port}`];
    const browser = await chromium.launchPersistentContext(folder('chromium'), {
      executablePath: chromiumPath(),
      args,
    });
    const page = await browser.newPage();
    await page.goto(`${url}/healthz`);
    await page.evaluate((value) => value && localStorage.setItem('rtop.token', value), visit.token);
    for (const [device, config] of [
      ['desktop', desktopConfig],
      ['phone', undefined],
    ] as const) {
      const options = { port, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' as const };
      const result = await lighthouse(`${url}/rTopAdmin${visit.path}`, options, config);
      if (!result?.lhr.finalDisplayedUrl.endsWith(visit.path)) throw new Error(`Lighthouse did not see ${visit.path}`);
      console.log(lineOf(`${visit.path}, ${device}`, result.lhr));
    }
    await browser.close();
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function lineOf(name: string, { categories, audits }: Report): string {
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
  const counted = ['accessibility', 'best-practices'].flatMap((id) => categories[id]?.auditRefs ?? []);
  const failed = counted.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id);
  return `${name.padEnd(28)}${score('accessibility')}  ${score('best-practices')}  ${shift.toFixed(3)}  ${failed.join(', ')}`;
}
