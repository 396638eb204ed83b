import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const stampPath = resolve(root, 'dist/.built');
const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  '{src,build,contract,dataProvider,authProvider,i18n}/**/*',
];

/** Builds the console into `dist/`. With `--if-stale`, only if a source file changed. */
async function buildConsole(): Promise<void> {
  const newest = Math.max(...globSync(sources, { cwd: root }).map((path) => statSync(resolve(root, path)).mtimeMs));
  const stamp = String(Math.round(newest));
  if (process.argv.includes('--if-stale') && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;

  console.log('Building the console.');
  process.env.NODE_ENV = 'production'; // even if a test runner set another value
  const { build } = await import('vite');
  await build({ root, logLevel: 'warn' });
  writeFileSync(stampPath, stamp);
}

await buildConsole();
