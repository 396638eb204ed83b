import type { FastifyInstance, FastifyRequest } from 'fastify';
import { searchRecords } from '../../contract/calls/console.ts';
import { isOfSite } from '../../contract/calls/site.ts';
import type { RoutedCall } from '../../contract/index.ts';
import { replicaStates } from '../core/diagnostics.ts';
import { CallError } from '../core/errors.ts';
import { withVersions } from '../database/dataVersion.ts';
import type { Database, Db } from '../database/tables.ts';

/** Says in the log when reads go to the replica, and when to the primary again. */
export async function watchReplica(app: FastifyInstance, { replica }: Database): Promise<void> {
  if (!replica) return;
  const say = ({ isUsed, isAway }: { isUsed: boolean; isAway: boolean }) => {
    const why = isAway ? 'does not answer, or follows no primary' : 'is more than 5 seconds behind';
    if (isUsed) app.log.info({ event: 'replica' }, 'lists and the public site read the replica');
    else app.log.warn({ event: 'replica' }, `the replica ${why}: the primary is read`);
  };
  await replica.probe();
  say({ isUsed: replica.lag() <= 5, isAway: Number.isNaN(replica.lag()) });
  app.addHook('onClose', replicaStates.subscribe(say));
}

/** Lists, searches and what the public site reads; templates are compared with the folder when they are listed. */
const mayBeReplica = ({ call, callName, entity }: RoutedCall) =>
  call.verb === 'GET' &&
  !call.writes &&
  entity?.name !== 'template' &&
  (callName === 'list' || callName === 'all' || isOfSite(call) || call.path === searchRecords.path);

/** Reads on the replica where the call and its state allow it, else and after any failure there on the primary. */
export async function reading<T>(
  database: Database,
  {
    routed,
    request,
  }: { routed: RoutedCall; request: Pick<FastifyRequest, 'admin' | 'sessionWrites' | 'dataVersions' | 'log'> },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { admin, sessionWrites, dataVersions, log } = request;
  const onPrimary = () =>
    dataVersions && !routed.call.writes
      ? withVersions(database.db, dataVersions, () => work(database.db))
      : work(database.db);
  const replica = mayBeReplica(routed)
    ? await database.replica?.forReading(admin ? { id: admin.sessionId, writes: sessionWrites } : undefined)
    : undefined;
  if (!replica) return onPrimary();
  try {
    return await work(replica);
  } catch (err) {
    if (err instanceof CallError) throw err;
    log.warn({ event: 'replica', err }, 'a read failed on the replica and goes to the primary');
    return onPrimary();
  }
}

/** Each transaction raises the number of writes of the session, which its reads look for on the replica. */
export function countingWrites(database: Database, sessionId: number): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        await tx
          .updateTable('session')
          .set((set) => ({ writes: set('writes', '+', 1) }))
          .where('id', '=', sessionId)
          .execute();
        return result;
      }),
  };
}
