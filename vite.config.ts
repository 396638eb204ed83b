import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { earlyScript, tokensInPage } from './build/plugin.ts';
import { withoutUnneeded } from './build/unneeded/plugin.ts';

const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:3000';
const compressible = /\.(js|css|svg|json)$/;

/** Each asset also as gzip and brotli, for the server to send as they are. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => compressible.test(name))) {
      const path = join(dir, file);
      const asset = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(asset, { level: 9 }));
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
      writeFileSync(`${path}.br`, brotliCompressSync(asset, { params: quality }));
    }
  },
};

/** As the server does it: without a build the page comes from Vite. */
const backEnd: Plugin = {
  name: 'back-end',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('__API_HOST__', process.env.API_HOST ?? ''),
};

/** React Router's package names the development build alone, for every condition. */
const router = join(import.meta.dirname, 'node_modules/react-router/dist/production');
const smaller = [
  { find: /^react-router$/, replacement: join(router, 'index.mjs') },
  { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
  // react-admin's functions of lodash, 3.4 kB less in the first script.
  { find: /^lodash\/(\w+)\.js$/, replacement: 'es-toolkit/compat/$1' },
];

export default defineConfig(({ command }) => ({
  base: '/rTopAdmin/',
  resolve: { alias: command === 'build' ? smaller : [] },
  plugins: [withoutUnneeded(), react(), tokensInPage, earlyScript(), backEnd, compressed],
  // The server puts a fresh nonce here for each reply (server/http/plugins/console.ts).
  html: command === 'build' ? { cspNonce: '__CSP_NONCE__' } : {},
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1200 },
  server: { proxy: { '/api': server, '/upload': server } },
}));
