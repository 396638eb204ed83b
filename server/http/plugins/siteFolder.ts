import { mkdirSync } from 'node:fs';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { StartError } from '../../core/errors.ts';

/** Serves a subfolder of the data folder publicly, and creates it if needed. Browsers run nothing from it. */
export async function serveSiteFolder(
  app: FastifyInstance,
  root: string,
  { setHeaders, ...options }: Omit<FastifyStaticOptions, 'root'>,
): Promise<void> {
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw new StartError(`The folder ${root} cannot be made: ${(error as NodeJS.ErrnoException).code}.`);
  }
  await app.register(fastifyStatic, {
    ...{ decorateReply: false, index: false, dotfiles: 'ignore' as const },
    ...options,
    root,
    setHeaders: (reply, path, stat) => {
      reply.header('content-security-policy', "sandbox; default-src 'none'");
      setHeaders?.(reply, path, stat);
    },
  });
}
