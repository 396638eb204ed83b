import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Part {
  name: string;
  /** Its folder; the time of its newest source stands there in `.built`. */
  folder: string;
  sources: string[];
  build(): Promise<unknown>;
}

const parts: Part[] = [
  {
    name: 'console',
    folder: 'dist',
    sources: [
      'index.html',
      'vite.config.ts',
      'package-lock.json',
      '{src,build,contract,dataProvider,authProvider,i18n}/**/*',
    ],
    build: async () => (await import('vite')).build({ root, logLevel: 'warn' }),
  },
  {
    name: 'server',
    folder: 'bundle',
    sources: ['package-lock.json', '{server,contract}/**/*', 'build/server.ts'],
    build: async () => (await import('../../build/server.ts')).buildServer(root),
  },
];

/** Builds the console and the server. With `--if-stale`, only what has a source file that changed. */
for (const { name, folder, sources, build } of parts) {
  const newest = Math.max(...globSync(sources, { cwd: root }).map((path) => statSync(resolve(root, path)).mtimeMs));
  const stamp = String(Math.round(newest));
  const stampPath = resolve(root, folder, '.built');
  if (process.argv.includes('--if-stale') && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp)
    continue;
  console.log(`Building the ${name}.`);
  process.env.NODE_ENV = 'production'; // even if a test runner set another value
  await build();
  writeFileSync(stampPath, stamp);
}
