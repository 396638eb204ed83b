import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { anyBucket, pagePolicy } from '../../../contract/pagePolicy.ts';
import { basePath } from '../../../contract/paths.ts';
import { StartError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Database } from '../../database/tables.ts';
import { bucketOrigin } from '../../media/cloud/bucket.ts';

const distDir = resolve(import.meta.dirname, '../../../dist');

/** Where the build leaves a place for the nonce of each reply (vite.config.ts). */
const noncePlace = '__CSP_NONCE__';
/** And for the name of the build, by which a page learns from any reply that there is a newer one (index.html). */
const buildPlace = '__BUILD__';
/** And for the back end that the console talks to (src/early/backEnd.ts). */
const hostPlace = '__API_HOST__';

/**
 * Serves the built console below `/rTopAdmin/`: assets by hash for a year, the page itself never from a cache. Replies of
 * the API carry the build's name as `x-build`.
 */
export async function serveConsole(app: FastifyInstance, { db }: Database, { apiHost }: Settings): Promise<void> {
  const indexPath = resolve(distDir, 'index.html');
  if (!existsSync(indexPath)) throw new StartError('The console is not built. Run "npm run build" first.');
  let current = readPage(indexPath);
  /** The page as it was built last: a build beside the running server takes the old one's assets away. */
  const page = () => {
    const changed = statSync(indexPath, { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && changed !== current.changed) current = readPage(indexPath);
    return current;
  };

  const sendPage = async (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    const connects = apiHost ? [apiHost, anyBucket] : [await bucketOrigin(db)];
    const policy = pagePolicy({ nonce, scripts: [`'nonce-${nonce}'`], connects });
    return reply
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page().text.replaceAll(noncePlace, nonce).replaceAll(hostPlace, apiHost));
  };

  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('x-build', current.build);
  });
  await app.register(fastifyStatic, {
    root: resolve(distDir, 'assets'),
    prefix: `${basePath}/assets/`,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  app.get(basePath, (_request, reply) => reply.redirect(`${basePath}/`));
  app.get('/', (_request, reply) => reply.redirect(`${basePath}/`));
  app.get(`${basePath}/*`, (_request, reply) => sendPage(reply));
}

function readPage(path: string) {
  const built = readFileSync(path, 'utf8');
  const build = hash('sha256', built, 'hex').slice(0, 12); // the page names its assets by their hashes
  return { text: built.replaceAll(buildPlace, build), build, changed: statSync(path).mtimeMs };
}
