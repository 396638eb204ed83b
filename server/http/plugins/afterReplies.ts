import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Runs work after the reply, so that the reply's duration reveals nothing about it. A failure is written to the run log.
 * The server waits for it before it stops.
 */
export type AfterReply = (
  request: FastifyRequest,
  reply: FastifyReply,
  event: string,
  work: () => Promise<void>,
) => void;

export function afterReplies(app: FastifyInstance): AfterReply {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
  return (request, { raw }, event, work) => {
    const gone = new Promise<void>((resolve) => (raw.closed ? resolve() : raw.once('close', resolve)));
    const done = gone
      .then(work)
      .catch((err) => request.log.error({ event, err }, 'work after a reply failed'))
      .finally(() => running.delete(done));
    running.add(done);
  };
}
