import { toIsoSeconds } from '../../contract/kinds.ts';
import { CallError } from '../core/errors.ts';
import type { Db } from '../database/tables.ts';
import type { CallContext, Change, SignedIn } from './callContext.ts';
import { maskParams } from './maskParams.ts';

const keepKeysMs = 24 * 3600_000;
const mostRows = 500;
const longest = 2000; // characters of a value that the operation log keeps

interface Write {
  /** The `Idempotency-Key` header, where there is one. */
  key: string | undefined;
  params: Record<string, unknown>;
  /** What the operation log keeps of the parameters; all of them where nothing is said. */
  logged?: Record<string, unknown>;
  /** What the log has beside the parameters, as it is: nothing that a client sent. */
  added?: Record<string, unknown>;
  started: number;
}

/**
 * Runs a writing call in one transaction with its rows in the operation log, and with the reply that a repeat under the
 * same `Idempotency-Key` will get.
 * @param work the call's handler; its context's `db` is the transaction
 * @returns what `work` returned, or the first reply where the key was seen before
 */
export async function runWrite<T>(
  context: CallContext,
  { key, params, logged = params, started }: Write,
  work: (context: CallContext) => Promise<T>,
): Promise<T> {
  const { call } = context.routed;
  return context.database.transaction(async (db) => {
    const keepsReply = key && context.admin && !call.secret;
    if (keepsReply) {
      const first = await claimKey(db, context.admin?.id ?? 0, key, requestHash(context, params));
      if (first !== undefined) return first as T;
    }
    const changes: Change[] = [];
    const reply = await work({ ...context, db, note: (change) => changes.push(change) });
    await logOperation(db, context, { params: logged, started }, changes);
    if (keepsReply) await storeReply(db, context.admin?.id ?? 0, key, reply);
    return reply;
  });
}

/**
 * What the same request was answered before under a key; undefined where it was not.
 * @throws CallError `key_reused` where the key was another request's
 */
export async function firstReply(
  context: CallContext,
  key: string | undefined,
  params: Record<string, unknown>,
): Promise<unknown> {
  if (!key || !context.admin) return undefined;
  return readReply(context.database.db, context.admin.id, key, requestHash(context, params));
}

/** Keyed: a fast hash of a password could be searched for it. */
const requestHash = ({ secrets, routed }: CallContext, params: Record<string, unknown>) =>
  secrets.hmac('request', JSON.stringify([routed.call.path, params]));

/** Takes a key for this request; the first reply where the same request had it before. */
async function claimKey(db: Db, admin_id: number, key: string, request_hash: string): Promise<unknown> {
  const now = Date.now();
  await db
    .deleteFrom('idempotency')
    .where('create_time', '<', toIsoSeconds(new Date(now - keepKeysMs)))
    .execute();
  const row = { admin_id, key, request_hash, reply: null, create_time: toIsoSeconds(new Date(now)) };
  // On PostgreSQL this waits for a transaction that holds the same key; on SQLite there is none beside this one.
  const taken = await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (taken) return undefined;
  return readReply(db, admin_id, key, request_hash);
}

async function readReply(db: Db, admin_id: number, key: string, request_hash: string): Promise<unknown> {
  const first = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'reply'])
    .where('admin_id', '=', admin_id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!first) return undefined;
  if (first.request_hash !== request_hash) throw new CallError('key_reused');
  return JSON.parse(first.reply ?? 'null');
}

function storeReply(db: Db, admin_id: number, key: string, reply: unknown) {
  return db
    .updateTable('idempotency')
    .set({ reply: JSON.stringify(reply ?? null) })
    .where('admin_id', '=', admin_id)
    .where('key', '=', key)
    .execute();
}

/** One row a change, or one for a call that noted none; values are cut, secrets masked. */
export async function logOperation(
  db: Db,
  context: Pick<CallContext, 'routed' | 'ip' | 'userAgent'> & { admin: Pick<SignedIn, 'id' | 'username'> | null },
  { params, added = {}, started }: Omit<Write, 'key'>,
  changes: Partial<Change>[],
  code = 1,
): Promise<void> {
  const { call } = context.routed;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value, cut));
  const rows = (changes.length > 0 ? changes : [{}]).map((change) => ({
    admin_id: context.admin?.id ?? null,
    username: context.admin?.username ?? '',
    title: call.title,
    path: call.path,
    params: JSON.stringify({ ...maskParams(context.routed, params), ...added }, cut),
    target: change.target ?? '',
    target_id: change.target_id ?? null,
    before: json(change.before),
    after: json(change.after),
    code,
    ip: context.ip,
    user_agent: context.userAgent.slice(0, 300),
    cost_ms: Math.round(performance.now() - started),
    create_time: toIsoSeconds(new Date()),
  }));
  // A statement takes no more than 32,766 values.
  for (let at = 0; at < rows.length; at += mostRows)
    await db
      .insertInto('operation_log')
      .values(rows.slice(at, at + mostRows))
      .execute();
}

const cut = (_key: string, value: unknown) =>
  typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value;
