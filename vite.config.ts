import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:3000';

export default defineConfig(({ command }) => ({
  base: '/rTopAdmin/',
  plugins: [react()],
  // The server puts a fresh nonce here for each reply (server/plugins/console.ts).
  html: command === 'build' ? { cspNonce: '__CSP_NONCE__' } : {},
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 1200 },
  server: { proxy: { '/api': server, '/upload': server } },
}));
