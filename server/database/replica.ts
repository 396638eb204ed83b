import { type Kysely, sql } from 'kysely';
import { replicaStates } from '../core/diagnostics.ts';
import type { Db, Replica, SessionWrites, Tables } from './tables.ts';

const probeMs = 500;
/** A replica that is further behind is not read: nobody's page shows what is older. */
const maxLagMs = 5000;
const maxSessions = 10_000;

export function followReplica(primary: Db, replica: Kysely<Tables>): Replica {
  /** Where the primary's log ended, oldest first. */
  let samples: { lsn: bigint; at: number }[] = [];
  let reached: number | undefined;
  let isAway = true;
  let isUsed = false;
  const seen = new Map<number, number>();

  const lagMs = () => (isAway || reached === undefined ? Number.NaN : performance.now() - reached);
  const isClose = () => lagMs() <= maxLagMs;

  async function look(): Promise<void> {
    try {
      const lsn = await endOfLog(primary);
      samples.push({ lsn, at: performance.now() });
      const replayed = await replayedBy(replica);
      isAway = replayed === undefined;
      const passed = samples.filter((sample) => replayed !== undefined && sample.lsn <= replayed);
      if (passed.length > 0) reached = passed.at(-1)?.at;
      samples = samples.slice(passed.length).slice(-100);
    } catch {
      isAway = true; // or the primary is; then no request gets this far
    }
    tell();
  }

  function tell(): void {
    const isNow = isClose();
    if (!isNow) seen.clear();
    if (isNow !== isUsed) replicaStates.publish({ isUsed: isNow, isAway });
    isUsed = isNow;
  }

  let looking: Promise<void> | undefined;
  const probe = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const timer = setInterval(probe, probeMs).unref();
  probe();

  async function hasReplayed({ id, writes }: SessionWrites): Promise<boolean> {
    if ((seen.get(id) ?? 0) >= writes) return true;
    const row = await replica.selectFrom('session').select('writes').where('id', '=', id).executeTakeFirst();
    if (!row || row.writes < writes) return false;
    if (seen.size >= maxSessions) seen.clear();
    seen.set(id, row.writes);
    return true;
  }

  return {
    async forReading(session) {
      if (!isClose()) return undefined;
      try {
        return !session || (await hasReplayed(session)) ? replica : undefined;
      } catch {
        isAway = true; // until the next probe
        tell();
        return undefined;
      }
    },
    lag: () => lagMs() / 1000,
    probe,
    async close() {
      clearInterval(timer);
      await looking;
      await replica.destroy();
    },
  };
}

/** Positions in PostgreSQL's log are two hexadecimal numbers of 32 bits: `16/B374D848`. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function endOfLog(primary: Db): Promise<bigint> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary);
  return positionOf(rows[0]?.lsn ?? '');
}

/** @returns undefined if it follows nobody, such as one that was made a primary */
async function replayedBy(replica: Db): Promise<bigint | undefined> {
  const { rows } = await sql<{ lsn: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`.execute(replica);
  return rows[0]?.lsn ? positionOf(rows[0].lsn) : undefined;
}
