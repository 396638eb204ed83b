import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Call, isRead } from '../../contract/call.ts';
import { whileMustChange } from '../../contract/calls/auth.ts';
import { notWhileViewing, whileViewing } from '../../contract/calls/session.ts';
import type { SystemItemName } from '../../contract/configItems.ts';
import { anyRuleOf, calls, entityList, type RoutedCall, ruleOf, rulesOf } from '../../contract/index.ts';
import { toIsoSeconds } from '../../contract/kinds.ts';
import { configNumber } from '../config/config.ts';
import { latestPlausibleTime } from '../core/clock.ts';
import { CallError } from '../core/errors.ts';
import { type DataVersions, dataVersionsJson } from '../database/dataVersion.ts';
import { prepared } from '../database/statements.ts';
import { type Database, type Db, isPostgres } from '../database/tables.ts';
import type { SignedIn } from '../engine/callContext.ts';
import { roleLimitsOf, type StoredLimits } from '../engine/roleLimits.ts';
import { grantedRules } from './rights.ts';

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const touchMs = 60_000; // the time of last use is written at most once a minute

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedIn | null;
    /** Those of the call's rules that the role holds; the built-in role needs none. Null for public calls. */
    heldRules: readonly string[] | null;
    /** How many writes its session has committed. */
    sessionWrites: number;
    /** As they were when the session was read; null for public calls. */
    dataVersions: DataVersions | null;
  }
  interface FastifyContextConfig {
    routed?: RoutedCall;
  }
}

const hashOf = (token: string) => hash('sha256', token, 'hex');
const ago = (ms: number) => toIsoSeconds(new Date(Date.now() - ms));

/** The token: the whole `Authorization` header, or the part after `Bearer`. No other place is read. */
export function tokenOf(request: FastifyRequest): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /i, '').trim();
}

/** Starts a session. Its token is 32 random bytes, of which only the SHA-256 is stored. */
export async function startSession(
  db: Db,
  adminId: number,
  peer: { ip: string; userAgent: string },
): Promise<{ token: string; expires: string }> {
  const token = randomBytes(32).toString('base64url');
  const now = ago(0);
  const limits = (await limitsOf(db, {}))[0];
  const expires = ago(-configNumber('session_days', limits?.days) * dayMs);
  await db.deleteFrom('session').where('expires', '<', now).execute();
  await db
    .insertInto('session')
    .values({
      admin_id: adminId,
      token_hash: hashOf(token),
      ip: peer.ip,
      user_agent: peer.userAgent.slice(0, 300),
      create_time: now,
      last_seen: now,
      expires,
    })
    .execute();
  await endSessionsBeyond(db, adminId, configNumber('session_limit', limits?.most));
  return { token, expires };
}

/** The least recently used sessions end (their times of use are exact to a minute). @param most 0 is any number */
async function endSessionsBeyond(db: Db, adminId: number, most: number): Promise<void> {
  if (most === 0) return;
  const kept = (await livingSessions(db, adminId)).slice(0, most).map(({ id }) => id);
  await db.deleteFrom('session').where('admin_id', '=', adminId).where('id', 'not in', kept).execute();
}

interface Limits {
  idleHours: string | null;
  days: string | null;
}

interface FoundSession extends Limits, StoredLimits {
  sessionId: number;
  last_seen: string;
  create_time: string;
  writes: number;
  view_admin: number | null;
  view_role: number | null;
  viewed: string | null;
  /** Of whoever signed in, whosever console the session looks at. */
  id: number;
  username: string;
  must_change: number;
  roleId: number;
  built_in: number;
  /** Those of the call's rules that the role holds, as JSON. */
  held: string;
  dataVersions: string;
}

const itemValue = (db: Db, name: SystemItemName) =>
  db.selectFrom('config_item').select('value').where('en_name', '=', name);
const setLimits = (db: Db) =>
  [itemValue(db, 'session_idle_hours').as('idleHours'), itemValue(db, 'session_days').as('days')] as const;
const limitsOf = prepared<Limits & { most: string | null }>((db) =>
  db.selectNoFrom([...setLimits(db), itemValue(db, 'session_limit').as('most')]),
);

/** Whether a session is within its limits. Times in the future come from a clock that was ahead and would prolong it. */
const isLiving = (times: { last_seen: string; create_time: string }, { idleHours, days }: Limits) =>
  times.last_seen <= latestPlausibleTime() &&
  times.create_time <= latestPlausibleTime() &&
  times.last_seen > ago(configNumber('session_idle_hours', idleHours) * hourMs) &&
  times.create_time > ago(configNumber('session_days', days) * dayMs);

/** With any of which a call can be made, until its parameters are read. */
const rulesFor = (call: Call) => [...rulesOf(call), ...(call.orRule ? [call.orRule] : [])];
const mostRules = Math.max(...[...calls.values()].map(({ call }) => rulesFor(call).length));
const ruleParams = Array.from({ length: mostRules }, (_, at) => `rule.${at}`);

const jsonOfPaths = (db: Db) =>
  isPostgres(db) ? sql<string>`coalesce(json_agg(path), '[]')::text` : sql<string>`json_group_array(path)`;

const sessionOf = prepared<FoundSession>((db, param) =>
  db
    .selectFrom('session')
    .innerJoin('admin', 'admin.id', 'session.admin_id')
    .leftJoin('admin as viewed', 'viewed.id', 'session.view_admin')
    .innerJoin('role', (join) =>
      join.on((on) => on('role.id', '=', on.fn.coalesce('session.view_role', 'viewed.groupId', 'admin.groupId'))),
    )
    .where('session.token_hash', '=', param('hash'))
    .where('session.expires', '>', param('now'))
    .where('admin.status', '=', 1)
    .select([
      'session.id as sessionId',
      'session.last_seen',
      'session.create_time',
      'session.writes',
      'session.view_admin',
      'session.view_role',
      'viewed.username as viewed',
      'admin.id',
      'admin.username',
      'admin.must_change',
      'role.id as roleId',
      'role.built_in',
      'role.columns',
      'role.own_only',
      'role.field_limits',
    ])
    .select([...setLimits(db), dataVersionsJson(db).as('dataVersions')])
    .select(
      sql<string>`case when role.built_in = 1 then '[]' else ${grantedRules(db)
        .where('owner_id', '=', sql.ref<number>('role.id'))
        .where('path', 'in', ruleParams.map(param))
        .select(jsonOfPaths(db).as('paths'))} end`.as('held'),
    ),
);

/** One query per request, so that a session ends together with its account, status or role. */
export async function findSession(db: Db, token: string, call?: Call): Promise<FoundSession | undefined> {
  if (!token || token.length > 100) return undefined;
  const rules = call ? rulesFor(call) : [];
  const asked = Object.fromEntries(ruleParams.map((name, at) => [name, rules[at] ?? '']));
  const [found] = await sessionOf(db, { hash: hashOf(token), now: ago(0), ...asked });
  return found && isLiving(found, found) ? found : undefined;
}

export async function livingSessions(db: Db, adminId: number) {
  const [limits] = await limitsOf(db, {});
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'ip', 'user_agent', 'create_time', 'last_seen'])
    .where('admin_id', '=', adminId)
    .where('expires', '>', ago(0))
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return sessions.filter((session) => isLiving(session, limits ?? { idleHours: null, days: null }));
}

/**
 * Checks token and rule of every call before its body is read (docs/contract.md, "Requests and replies"). Where the rule
 * depends on a parameter, `assertRuleOfParams` follows.
 */
export function sessionGuard(app: FastifyInstance, database: Database): void {
  app.decorateRequest('admin', null);
  app.decorateRequest('heldRules', null);
  app.decorateRequest('sessionWrites', 0);
  app.decorateRequest('dataVersions', null);
  app.addHook('onRequest', (request) => admit(database, request));
}

/** Again after a slow body: the session may have ended. @throws CallError `unauthorized`, `must_change`, `forbidden` */
export async function admit(database: Database, request: FastifyRequest): Promise<void> {
  const call = request.routeOptions.config.routed?.call;
  if (!call || call.access === 'public') return;
  const session = await findSession(database.db, tokenOf(request), call);
  if (!session) throw new CallError('unauthorized');
  // Set before the refusals, because the operation log names refused administrators too.
  const viewer = { id: session.id, username: session.username };
  const isViewing = isView(session) && !whileViewing.includes(call.path);
  request.admin = {
    id: (isViewing && session.view_admin) || session.id,
    username: (isViewing && session.viewed) || session.username,
    sessionId: session.sessionId,
    roleId: session.roleId,
    isSuper: session.built_in === 1,
    mustChange: session.must_change === 1,
    ...(isViewing && { viewer }),
  };
  request.sessionWrites = session.writes;
  const dataVersions: DataVersions = JSON.parse(session.dataVersions) ?? {};
  request.dataVersions = dataVersions;
  request.admin.limits = await roleLimitsOf(database.db, request.admin.id, session, dataVersions.column ?? 0);
  if (session.must_change && !whileMustChange.includes(call.path)) throw new CallError('must_change');
  if (isViewing && !mayWhileViewing(call)) throw new CallError('viewing');
  const heldRules: string[] = JSON.parse(session.held);
  request.heldRules = heldRules;
  if (call.access === 'rule' && !session.built_in && heldRules.length === 0)
    throw new CallError('forbidden', { rule: anyRuleOf(call) ?? '' });
  // A read does not wait for a write lock; the next request stores the time of use.
  if (session.last_seen < ago(touchMs) || session.last_seen > ago(0))
    touch(database, session.sessionId).catch((error) => request.log.warn(error));
}

const isView = ({ view_admin, view_role }: Pick<FoundSession, 'view_admin' | 'view_role'>) =>
  view_admin !== null || view_role !== null;

const lists = new Set(entityList.map((entity) => entity.calls.list.path));

/** What changes nothing and tells nothing of the account itself. */
const mayWhileViewing = (call: Call) =>
  (isRead(call) || lists.has(call.path)) && !call.throttled && !notWhileViewing.includes(call.path);

/** Of the caller's session. @param whose both null for its own console */
export async function setView(
  db: Db,
  sessionId: number,
  whose: { view_admin: number | null; view_role: number | null },
): Promise<void> {
  await db.updateTable('session').set(whose).where('id', '=', sessionId).execute();
}

/** After `admit`, once the parameters are read. @throws CallError `forbidden` where the rule depends on a parameter */
export function assertRuleOfParams(
  call: Call,
  { admin, heldRules }: FastifyRequest,
  params: Readonly<Record<string, unknown>>,
) {
  const rule = call.ruleByParam && ruleOf(call, params);
  if (rule && !admin?.isSuper && !heldRules?.includes(rule)) throw new CallError('forbidden', { rule });
}

function touch(database: Database, id: number) {
  return database.transaction((db) =>
    db
      .updateTable('session')
      .set({ last_seen: ago(0) })
      .where('id', '=', id)
      .execute(),
  );
}

/** Links to previews end with the sessions in which they may have been made. */
export async function endSessions(db: Db, adminId: number, except = 0): Promise<void> {
  await db.deleteFrom('preview_token').where('admin_id', '=', adminId).execute();
  await db.deleteFrom('session').where('admin_id', '=', adminId).where('id', '<>', except).execute();
}
