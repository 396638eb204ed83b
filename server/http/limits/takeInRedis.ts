import type { FastifyBaseLogger } from 'fastify';
import type { TakeShared } from './windows.ts';

const timeoutMs = 500;

/**
 * Counts in Redis or Valkey. While it cannot be reached, `otherwise` counts; the client connects again by itself.
 * @returns also how to end the connection
 */
export async function takeInRedis(
  url: string,
  otherwise: TakeShared,
  log: FastifyBaseLogger,
): Promise<{ take: TakeShared; close: () => void }> {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: timeoutMs },
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(tries * 100, 2000) },
  });
  let isTold = false;
  client.on('error', (err) => {
    if (!isTold) log.warn({ event: 'redis', err }, 'Redis cannot be reached: limits are counted in the database');
    isTold = true;
  });
  client.on('ready', () => {
    if (isTold) log.info({ event: 'redis' }, 'Redis is back');
    isTold = false;
  });
  client.connect().catch(() => {}); // the listener above tells of it, and the client goes on trying

  const take: TakeShared = async (wanted) => {
    const commands = client.multi();
    for (const { key, n, windowMs } of wanted)
      commands.incrBy(`rtop:${key}`, n).pExpire(`rtop:${key}`, windowMs, 'NX').pTTL(`rtop:${key}`);
    const replies = (await commands.exec()).map(Number);
    return wanted.map((_, at) => ({ count: replies[at * 3] ?? 0, msLeft: Math.max(1, replies[at * 3 + 2] ?? 0) }));
  };
  return {
    take: (wanted) => (client.isReady ? take(wanted).catch(() => otherwise(wanted)) : otherwise(wanted)),
    close: () => client.destroy(),
  };
}
