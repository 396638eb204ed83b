import { isRecord } from '../../../contract/codecs.ts';
import { filterParams } from '../../../contract/entity.ts';
import type { Field, Fields } from '../../../contract/fields.ts';
import { findEntity, type RoutedCall } from '../../../contract/index.ts';
import { toIsoSeconds } from '../../../contract/kinds.ts';
import { isSecretField, maskedValue } from '../../../contract/secrets.ts';
import { CallError } from '../../core/errors.ts';
import type { Db } from '../../database/tables.ts';
import type { AppServices, CallContext, Caller, Change, RequestInfo, SignedIn } from '../callContext.ts';
import { recordKey, writeVersions } from './versions.ts';

const keyLifetimeMs = 24 * 3600_000;
const maxRows = 500;
// The longest text, and the longest list of records as JSON, in the operation log, in characters.
const longest = 2000;
const longestList = 4000;

interface Write {
  key: string | undefined;
  params: Record<string, unknown>;
  logged?: Record<string, unknown>;
  /** The operation log stores these in addition, unmasked, because no client sent them. */
  added?: Record<string, unknown>;
  started: number;
}

/** The write, its rows in the operation log and the reply for repeats (`Idempotency-Key`) are one transaction. */
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

type Keyed = Caller & AppServices & RequestInfo;

/** Returns the earlier reply to the same request. @throws CallError `key_reused` if another request used the key */
export async function firstReply(
  context: Keyed,
  key: string | undefined,
  params: Record<string, unknown>,
): Promise<unknown> {
  if (!key || !context.admin) return undefined;
  return readReply(context.database.db, context.admin.id, key, requestHash(context, params));
}

/** The hash is keyed, because a password in the request could be guessed from a plain fast one. */
const requestHash = ({ secrets, routed }: Keyed, params: Record<string, unknown>) =>
  secrets.hmac('request', JSON.stringify([routed.call.path, params]));

async function claimKey(db: Db, admin_id: number, key: string, request_hash: string): Promise<unknown> {
  const now = Date.now();
  await db
    .deleteFrom('idempotency')
    .where('create_time', '<', toIsoSeconds(new Date(now - keyLifetimeMs)))
    .execute();
  const row = { admin_id, key, request_hash, reply: null, create_time: toIsoSeconds(new Date(now)) };
  // On PostgreSQL this waits for a transaction with the same key. SQLite has only one transaction at a time.
  const taken = await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return taken ? undefined : readReply(db, admin_id, key, request_hash);
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

export async function logOperation(
  db: Db,
  context: Pick<RequestInfo, 'routed' | 'ip' | 'userAgent' | 'batch'> & {
    admin: Pick<SignedIn, 'id' | 'username'> | null;
  },
  { params, added = {}, started }: Omit<Write, 'key'>,
  changes: Partial<Change>[],
  code = 1,
): Promise<void> {
  const versioned = await writeVersions(db, context, changes);
  const { call } = context.routed;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value, shorten));
  const rows = (changes.length > 0 ? changes : [{}]).map((change) => ({
    admin_id: context.admin?.id ?? null,
    username: context.admin?.username ?? '',
    title: call.title,
    path: call.path,
    params: JSON.stringify({ ...maskParams(context.routed, params), ...added }, shorten),
    target: change.target ?? '',
    target_id: change.target_id ?? null,
    batch: versioned.has(recordKey(change.target ?? '', change.target_id ?? 0)) ? (context.batch ?? '') : '',
    before: json(change.before),
    after: json(change.after),
    code,
    ip: context.ip,
    user_agent: context.userAgent.slice(0, 300),
    cost_ms: Math.round(performance.now() - started),
    create_time: toIsoSeconds(new Date()),
  }));
  // A statement takes at most 32,766 values, so it does not insert all rows.
  for (let at = 0; at < rows.length; at += maxRows)
    await db
      .insertInto('operation_log')
      .values(rows.slice(at, at + maxRows))
      .execute();
}

/** The operation log has a row for each record of a batch, and tells what changed. The versions have the whole values. */
function shorten(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > longest) return `${value.slice(0, longest)}…`;
  return Array.isArray(value) && value.some(isRecord) ? shortenList(value) : value;
}

/** The first items of a list. The last one says how many others there are: `… +180`. */
function shortenList(items: unknown[]): unknown[] {
  let length = 0;
  const end = items.findIndex((item) => {
    if (length > longestList) return true;
    length += JSON.stringify(item)?.length ?? 0;
    return false;
  });
  return end < 0 ? items : [...items.slice(0, end), `… +${items.length - end}`];
}

type Values = Record<string, unknown>;

/** Masks secrets; parameters of another call as that call's. Of an open call or undeclared json only names are kept. */
export function maskParams({ call, entity }: Pick<RoutedCall, 'call' | 'entity'>, params: Values): Values {
  const mask = (name: string, value: unknown) => {
    const field = call.params[name];
    if (!field) return call.open ? maskedValue : value;
    if (field.paramsOf)
      return isRecord(value) ? maskBy(paramsFields(field.paramsOf, params.entity), value) : maskedValue;
    // The json fields of an entity are data of the record, which its list shows anyway.
    return field.kind === 'json' && !field.shape && !entity ? maskedValue : maskField(field, value);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, mask(name, value)]));
}

const maskBy = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskField(fields[name], value)]));

/** Unknown fields are masked. */
function maskField(field: Field | undefined, value: unknown): unknown {
  if (!field || isSecretField(field)) return maskedValue;
  const { of } = field;
  if (of && Array.isArray(value)) return value.map((item) => (isRecord(item) ? maskBy(of, item) : item));
  return value;
}

function paramsFields(paramsOf: NonNullable<Field['paramsOf']>, name: unknown): Fields {
  const entity = findEntity(name);
  if (!entity) return {};
  return paramsOf === 'filter' ? filterParams(entity) : (entity.calls.update?.params ?? {});
}
