import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isSource } from '../../../contract/pagePolicy.ts';
import type { Database } from '../../database/tables.ts';
import { frameOrigins } from '../../engine/kinds/html/frameHosts.ts';

const file = resolve(import.meta.dirname, '../../../examples/site/index.html');

/**
 * Serves the example of a public site at `/site/`, where previews lead until an address is configured. The console shows
 * it in a frame without an origin, so its policy names the server by its address too.
 */
export function serveExampleSite(app: FastifyInstance, { db }: Database): void {
  if (!existsSync(file)) return;
  const page = readFileSync(file, 'utf8');
  const withHead = { exposeHeadRoute: true };
  app.get('/site', withHead, (_request, reply) => reply.redirect('/site/'));
  app.get('/site/', withHead, async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const origin = `${request.protocol}://${request.host}`;
    // The sender chooses the host of a request.
    const own = isSource(origin) ? `'self' ${origin}` : "'self'";
    const policy = [
      ...[
        `default-src 'none'`,
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        `style-src-attr 'unsafe-inline'`,
      ],
      ...[
        `img-src ${own} data: https: http:`,
        `media-src ${own} https: http:`,
        `frame-src ${(await frameOrigins(db)).join(' ')}`,
        `connect-src ${own}`,
      ],
      ...[`base-uri 'none'`, `form-action 'none'`, `frame-ancestors 'self'`],
    ];
    return reply
      .header('content-security-policy', policy.join('; '))
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace('<style>', `<style nonce="${nonce}">`).replace('<script ', `<script nonce="${nonce}" `));
  });
}
