import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { openPostgresStore, openSqliteStore, type Store } from '../../server/backup/store.ts';
import { copyProgram } from '../support/programCopy.ts';
import { type BadRequest, badRequest } from './badInput/requests.ts';
import { type Cluster, makeCluster } from './cluster.ts';
import { assert, type Figure, type ProofOptions, type Prove } from './proof.ts';
import { randomOf } from './random.ts';
import { residentMb, type ServerProcess, signIn, startProcess } from './serverProcess.ts';

const atOnce = 12;
const step = 10_000;

export const badInputOnSqlite: Prove = (options) => prove({ rounds: 700_000, ...options });
export const badInputOnPostgres: Prove = async (options) =>
  prove({ rounds: 300_000, ...options }, await makeCluster(options.folder));

async function prove(options: ProofOptions, cluster?: Cluster): Promise<Figure[]> {
  const { folder, seed, rounds = 0, deadline, say } = options;
  const random = randomOf(seed);
  const dataDir = join(folder, 'data');
  await cluster?.start();
  const url = await cluster?.createDatabase();
  const server = await startProcess(options.program ?? (await copyProgram(folder)), {
    DATA_DIR: dataDir,
    SAMPLE_SITE: '1',
    ...(url && { DATABASE_URL: url }),
  });
  await server.listening;
  const store = url ? await openPostgresStore(url) : openSqliteStore(join(dataDir, 'rtop.db'));
  const administrator = await keepAdministrator(store);
  const statuses = new Map<number, number>();
  const failed: string[] = [];
  const memory: number[] = [];
  let token = await signIn(server.url);
  let renewal: Promise<void> | undefined;
  let [sent, accepted] = [0, 0];

  /**
   * Signs the sender in again, because requests may sign their own sender out or lock it out. A new sign-in also
   * confirms who sends them (code 428).
   */
  const renew = async (isUnconfirmed: boolean) => {
    if (!isUnconfirmed && (await isSignedIn(server, token))) return;
    await administrator.restore();
    token = await signIn(server.url);
  };

  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const worker = async () => {
    while (sent < rounds && Date.now() < deadline) {
      const n = ++sent;
      const bad = badRequest(random, token);
      const { status, text } = await send(server.url, agent, bad);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (text.startsWith('{"code":1,')) accepted++;
      const isUnconfirmed = text.startsWith('{"code":428,');
      if ((status === 401 || isUnconfirmed) && bad.headers.authorization === token) {
        renewal ??= renew(isUnconfirmed).finally(() => {
          renewal = undefined;
        });
        await renewal;
      }
      if (status >= 500) {
        failed.push(`${status} ${text.slice(0, 200)} to ${describe(bad)}`);
        say(failed.at(-1) as string);
      }
      if (n % step > 0) continue;
      memory.push(residentMb(server));
      say(`${n} requests, ${accepted} accepted, ${memory.at(-1)} MB, ${failed.length} failed, ${spelled(statuses)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
  await store.close();
  await server.stop();
  await cluster?.end('SIGINT');
  assert(failed.length === 0, () => `${failed.length} of ${sent} requests failed:\n${failed.slice(0, 20).join('\n')}`);
  const settled = memory.slice(Math.floor(memory.length / 3));
  return [
    { what: 'requests', asked: '1,000,000 on both databases', reached: sent },
    { what: '… accepted', asked: '', reached: accepted },
    { what: 'answered with 5xx, or not within 60 s', asked: '0', reached: failed.length },
    { what: 'answered with (0: the connection was closed before)', asked: '', reached: spelled(statuses) },
    {
      what: `memory after ${step.toLocaleString('en')} requests, half of them, and all`,
      asked: '',
      reached: `${[memory[0], memory[memory.length >> 1], memory.at(-1)].join(', ')} MB`,
    },
    {
      what: 'growth of memory for 100,000 requests, over the last two thirds',
      asked: 'flat',
      reached: `${(slope(settled) * (100_000 / step)).toFixed(1)} MB`,
    },
  ];
}

const spelled = (statuses: Map<number, number>) =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, n]) => `${status}: ${n.toLocaleString('en')}`)
    .join(', ');

/**
 * Requests may change their own sender. `restore` puts back the sender's row, and removes second factors and failed
 * sign-ins.
 */
async function keepAdministrator({ snapshot, load }: Store) {
  const row = await snapshot((db) => db.selectFrom('admin').selectAll().where('id', '=', 1).executeTakeFirstOrThrow());
  return {
    restore: () =>
      load(async (db) => {
        await db.updateTable('admin').set(row).where('id', '=', 1).execute();
        await db.deleteFrom('totp').execute();
        await db.deleteFrom('attempt').execute();
      }),
  };
}

async function isSignedIn({ url }: ServerProcess, authorization: string): Promise<boolean> {
  const reply = await fetch(`${url}/api/auth.auth/checkLogin`, { headers: { authorization } });
  return ((await reply.json()) as { code: number }).code === 1;
}

function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: BadRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const sending = request(`${url}${path}`, {
      method,
      agent,
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
      timeout: 60_000,
    });
    sending.on('response', async (response) => {
      const parts = await response.toArray().catch(() => []);
      resolve({ status: response.statusCode ?? 599, text: Buffer.concat(parts).toString('utf8') });
    });
    sending.on('timeout', () => sending.destroy(new Error('no reply in 60 s')));
    sending.on('error', (error: NodeJS.ErrnoException) => {
      // A refusal may close the connection before all is sent.
      const isClosed = error.code === 'EPIPE' || error.code === 'ECONNRESET';
      resolve({ status: isClosed ? 0 : 599, text: error.message });
    });
    sending.end(body);
  });
}

const describe = ({ method, path, headers, body }: BadRequest) =>
  `${method} ${path.slice(0, 1500)} ${JSON.stringify(headers).slice(0, 600)} ${body?.toString('latin1').slice(0, 2000) ?? ''}`;

/** Slope per step of the line that fits equidistant values best. */
function slope(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _value, n) => sum + (n - middle) ** 2, 0);
  return values.reduce((sum, value, n) => sum + (n - middle) * (value - mean), 0) / (spread || 1);
}
