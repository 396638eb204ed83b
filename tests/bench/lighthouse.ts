import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/port.ts';
import { folder, signIn } from './servers.ts';
import { flags } from './visit.ts';

const categories = ['accessibility', 'best-practices', 'performance'];
/** `npx` fetches Lighthouse when it is used: with its dependencies it would be a tenth of what everybody installs. */
const program = ['--yes', 'lighthouse@13.5.0'];

/**
 * Prints Lighthouse's scores and the layout shift of the sign-in, the home screen and the articles, on a desktop and a
 * phone.
 */
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
    for (const device of ['desktop', 'phone']) {
      const report = await audit(
        `${url}/rTopAdmin${visit.path}`,
        port,
        device === 'desktop' ? ['--preset=desktop'] : [],
      );
      if (!report.finalDisplayedUrl.endsWith(visit.path)) throw new Error(`Lighthouse did not see ${visit.path}`);
      console.log(lineOf(`${visit.path}, ${device}`, report));
    }
    await browser.close();
  }
}

/** The parts of Lighthouse's `Result` that are read. */
interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

async function audit(url: string, port: number, more: string[]): Promise<Report> {
  const options = [`--port=${port}`, `--only-categories=${categories}`, '--disable-storage-reset', '--quiet', ...more];
  const { stdout } = await promisify(execFile)('npx', [...program, url, ...options, '--output=json'], {
    maxBuffer: 50_000_000,
  });
  return JSON.parse(stdout);
}

function lineOf(name: string, { categories, audits }: Report): string {
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN;
  const counted = ['accessibility', 'best-practices'].flatMap((id) => categories[id]?.auditRefs ?? []);
  const failed = counted.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id);
  return `${name.padEnd(28)}${score('accessibility')}  ${score('best-practices')}  ${shift.toFixed(3)}  ${failed.join(', ')}`;
}
