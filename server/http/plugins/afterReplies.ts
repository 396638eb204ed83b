import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Does work when a reply is gone, so that its time tells nothing; a failure goes to the run log. The stop waits for it. */
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
