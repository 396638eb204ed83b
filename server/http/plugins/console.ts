import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { anyBucket, anySite, pagePolicy } from '../../../contract/pagePolicy.ts';
import { basePath } from '../../../contract/paths.ts';
import { pageOrigin } from '../../content/previews.ts';
import { StartError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Database } from '../../database/tables.ts';
import { frameOrigins } from '../../engine/kinds/html/frameHosts.ts';
import { bucketOrigin } from '../../media/cloud/bucket.ts';

const distDir = resolve(import.meta.dirname, '../../../dist');

/** The placeholder for each reply's nonce, written by the build (vite.config.ts). */
const noncePlace = '__CSP_NONCE__';
/** The placeholder for the build's name, by which a page notices in any reply that a newer build exists (index.html). */
const buildPlace = '__BUILD__';
const hostPlace = '__API_HOST__';

/** Hashed assets are cached for a year, the page never. API replies carry the build's name as `x-build`. */
export async function serveConsole(app: FastifyInstance, { db }: Database, { apiHost }: Settings): Promise<void> {
  const indexPath = resolve(distDir, 'index.html');
  if (!existsSync(indexPath)) throw new StartError('The console is not built. Run "npm run build" first.');
  let current = readPage(indexPath);
  /** Reads the latest build of the page, because a build beside the running server removes the old assets. */
  const page = () => {
    const changed = statSync(indexPath, { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && changed !== current.changed) current = readPage(indexPath);
    return current;
  };

  const sendPage = async (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    const connects = apiHost ? [apiHost, anyBucket] : [await bucketOrigin(db)];
    const frames = apiHost ? [anySite, apiHost] : [...(await frameOrigins(db)), await pageOrigin(db)];
    const policy = pagePolicy({ nonce, scripts: [`'nonce-${nonce}'`], connects, frames });
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
  const withHead = { exposeHeadRoute: true };
  app.get(basePath, withHead, (_request, reply) => reply.redirect(`${basePath}/`));
  app.get('/', withHead, (_request, reply) => reply.redirect(`${basePath}/`));
  app.get(`${basePath}/*`, withHead, (_request, reply) => sendPage(reply));
}

function readPage(path: string) {
  const built = readFileSync(path, 'utf8');
  const build = hash('sha256', built, 'hex').slice(0, 12); // the page contains its assets' hashes
  return { text: built.replaceAll(buildPlace, build), build, changed: statSync(path).mtimeMs };
}
