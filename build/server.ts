import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'vite';

/** These packages have binaries, workers or files of their own, or are loaded only when somebody uses them. */
const external = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@redis/client',
  '@simplewebauthn/server',
  'nodemailer',
  'pg-native',
  'pinyin-pro',
  'prom-client',
  'qcloud-cos-sts',
  'tencentcloud-sdk-nodejs-sms',
];

/** Makes paths relative to a source file work in the bundle, because what the server reads or starts is not bundled. */
const pathsOfSources = (root: string): Plugin => ({
  name: 'paths-of-sources',
  transform(code, id) {
    if (!id.startsWith(join(root, 'server'))) return undefined;
    const path = relative(root, id).replaceAll('\\', '/');
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${dirname(path)}')`)
      .replaceAll('import.meta.filename', `(import.meta.dirname + '/../${path}')`)
      .replaceAll('import.meta.main', 'false');
  },
});

/**
 * Bundles the server into a few files, so that it starts in half the time: Node would otherwise have to find and load
 * some 1,250 modules (docs/decisions.md, "The server is bundled").
 */
export function buildServer(root: string, outDir = join(root, 'bundle')) {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [pathsOfSources(root)],
    ssr: { noExternal: true, external },
    build: {
      ssr: 'server/main.ts',
      outDir,
      target: 'node24',
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      chunkSizeWarningLimit: 10_000,
      // All chunks stand in `outDir` itself, because `pathsOfSources` makes its paths relative to that folder.
      rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } },
    },
  });
}
