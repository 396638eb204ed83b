import { generic } from '../database/tables.ts';
import type { AppServices, Presence } from '../engine/callContext.ts';
import { isWebAddress, openRemote, RemoteStatus } from '../media/remote/openRemote.ts';

const most = { remote: 40, uploads: 1000 };
const atOnce = 8; // with `timeoutMs` for each, 40 silent hosts are done before the caller stops waiting
const timeoutMs = 8000;
/** For how long an answer is remembered, in milliseconds: a dead link may be put right any time. */
const remembered = { alive: 30 * 60_000, dead: 2 * 60_000 };
const maxRemembered = 5000;
const maxRememberedLength = 2000; // in characters; 5,000 addresses of that length take 20 MB
const answers = new Map<string, { isDead: boolean; until: number }>();

/** These say that a page is there, but not for a program. */
const alive = (status: number) => status < 400 || [401, 402, 403, 405, 406, 407, 429, 451, 999].includes(status);

/**
 * The addresses that lead nowhere, in their order. A private host answers like one that is not there, so that nobody
 * explores a network with this.
 */
export async function deadOf(context: AppServices & Presence, addresses: string[]): Promise<string[]> {
  const uploads = addresses.filter((address) => address.startsWith('/upload/')).slice(0, most.uploads);
  const dead = new Set(await missingUploads(context, uploads));
  const remote = addresses.filter((address) => /^https?:\/\//i.test(address)).slice(0, most.remote);
  const waiting = [...remote];
  const work = async () => {
    for (let address = waiting.shift(); address && !context.isGone(); address = waiting.shift())
      if (await isDead(context, address)) dead.add(address);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return addresses.filter((address) => dead.has(address));
}

async function missingUploads({ database }: AppServices, addresses: string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const urlOf = (address: string) => address.replace(/[?#].*$/s, '');
  const rows = await generic(database.db)
    .selectFrom('media')
    .select('url')
    .where('url', 'in', addresses.map(urlOf))
    .where('deleted_at', 'is', null)
    .execute();
  const there = new Set(rows.map(({ url }) => url));
  return addresses.filter((address) => !there.has(urlOf(address)));
}

async function isDead({ outside }: AppServices, address: string): Promise<boolean> {
  const known = answers.get(address);
  if (known && known.until > performance.now()) return known.isDead;
  const found = await ask(address, outside);
  if (address.length > maxRememberedLength) return found;
  if (answers.size >= maxRemembered) answers.clear();
  answers.set(address, { isDead: found, until: performance.now() + (found ? remembered.dead : remembered.alive) });
  return found;
}

async function ask(address: string, outside: AppServices['outside']): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !isWebAddress(url)) return true;
  try {
    const reply = await openRemote(url, outside, AbortSignal.timeout(timeoutMs));
    reply.destroy();
    return false;
  } catch (error) {
    return !(error instanceof RemoteStatus && alive(error.status));
  }
}
