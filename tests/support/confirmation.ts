import { createHash } from 'node:crypto';
import type { TestServer } from './server.ts';

/** Moves the time at which a session's identity was confirmed last: `null` for a session that never was. */
export async function moveConfirmation({ database }: TestServer, token: string, seconds: number | null): Promise<void> {
  const time = seconds === null ? null : `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;
  await database.db
    .updateTable('session')
    .set({ confirmed_time: time })
    .where('token_hash', '=', createHash('sha256').update(token).digest('hex'))
    .execute();
}

/** As if the session's last confirmation were more than ten minutes ago. */
export const endConfirmation = (server: TestServer, token: string) => moveConfirmation(server, token, -601);
