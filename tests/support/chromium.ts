import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const installed = [
  // Draws to no screen: the browser tests take three quarters of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * The path of a Chromium: `CHROMIUM_PATH`, then the system's, then Playwright's own. Where there is none, one is
 * installed: by Playwright's installer, else from the system's packages when root.
 * @throws Error that says what to do, where none can be had
 */
export function chromiumPath(): string {
  const found = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
  if (found) return found;
  console.log('No Chromium was found, so one is installed now.');
  for (const install of [fromPlaywright, fromPackages]) {
    const path = install();
    if (path && existsSync(path)) return path;
  }
  throw new Error('No Chromium: install one, or name its path in CHROMIUM_PATH.');
}

function fromPlaywright(): string | undefined {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
  return tried(() =>
    execFileSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 }),
  )
    ? chromium.executablePath()
    : undefined;
}

function fromPackages(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const install = (...names: string[]) =>
    tried(() => execFileSync('apt-get', ['install', '-y', ...names, 'fonts-noto-cjk'], { stdio: 'inherit' }));
  tried(() => execFileSync('apt-get', ['update'], { stdio: 'inherit' }));
  // Ubuntu has no such package.
  if (!install('chromium-headless-shell')) install('chromium');
  return installed.find((path) => existsSync(path));
}

function tried(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    console.log(`That did not work: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
